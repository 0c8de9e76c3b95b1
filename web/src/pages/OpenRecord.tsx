import { type DragEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { BadRecord, readRecord } from "../fair/record";
import { keepOpened } from "../state/opened";
import { go } from "../state/route";
import { Button } from "../ui/controls";
import { Icon } from "../ui/Icon";

/** A `.paiju` file, chosen or dropped here, is played back like any match of the server. */
export function OpenRecord() {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState("");
  const [over, setOver] = useState(false);
  const open = async (file: File | undefined) => {
    if (!file) return;
    const text = await file.text();
    try {
      readRecord(text);
      keepOpened(text);
      setTrouble("");
      go("replay/file");
    } catch (error) {
      setTrouble(
        error instanceof BadRecord ? t(`recordFault.${error.fault}`, { line: error.line }) : t("recordFault.notRecord"),
      );
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void open(event.dataTransfer.files[0]);
  };
  return (
    <section
      className={`panel pad open-record${over ? " open-over" : ""}`}
      aria-label={t("openRecord")}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="file" />
      <div>
        <b>{t("openRecord")}</b>
        <p className="quiet">{t("openRecordText")}</p>
        {trouble && (
          <p className="trouble" role="alert">
            {trouble}
          </p>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".paiju,.jsonl,.txt"
        className="unseen"
        tabIndex={-1}
        aria-label={t("openRecord")}
        onChange={(e) => void open(e.target.files?.[0])}
      />
      <Button size="small" onPress={() => input.current?.click()}>
        {t("chooseFile")}
      </Button>
    </section>
  );
}
