import { useState } from "react";
import { useTranslation } from "react-i18next";
import { encode } from "uqr";
import type { RoomInfo } from "../api/types.gen";
import { linkTo } from "../state/route";
import { Button } from "../ui/controls";

/** Code, link and QR: three ways to invite a friend. */
export function Share({ info }: { info: RoomInfo }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const link = linkTo(`room/${info.room}`);
  const code = encode(link, { border: 1 });
  const path = code.data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const copy = async () => {
    await navigator.clipboard?.writeText(link).catch(() => undefined);
    setCopied(true);
  };
  return (
    <section className="share panel">
      <svg className="qr" viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t("qr")}>
        <rect width={code.size} height={code.size} fill="#fff" />
        <path d={path} fill="#1b2426" />
      </svg>
      <div className="stack">
        <span className="second">{t("roomCode")}</span>
        <b className="share-code">{info.room}</b>
        <p className="second">{t("scanOrSend")}</p>
        <Button icon="link" onPress={() => void copy()}>
          {t(copied ? "copied" : "copyLink")}
        </Button>
        <input
          className="input share-link"
          readOnly
          value={link}
          aria-label={t("linkWord")}
          onFocus={(e) => e.target.select()}
        />
      </div>
    </section>
  );
}
