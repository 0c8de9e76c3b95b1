import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { request } from "../state/moves";
import { useServer } from "../state/server";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { Button, Name } from "../ui/controls";
import { Emote } from "./Emote";

const NO_EMOTES: string[] = [];

/** Emotes first, then words; spectators only read. Everything people write is shown as text only. */
export function Chat() {
  const { t } = useTranslation();
  const chat = useTable((s) => s.chat);
  const allowed = useTable((s) => s.info?.chat ?? true);
  const seat = useTable((s) => s.position.seat);
  const { mutedPeople, set } = useSettings();
  const emotes = useServer((s) => s.server?.emotes) ?? NO_EMOTES;
  const [text, setText] = useState("");
  const seated = seat >= 0;
  if (!allowed) return <p className="quiet tab-pad">{t("chatOff")}</p>;

  const send = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (!said) return;
    setText("");
    void request("say", { text: said });
  };
  const shown = chat.filter((line) => !mutedPeople.includes(line.name));
  return (
    <div className="chat">
      {seated ? (
        <>
          <div className="chat-emotes" role="group" aria-label={t("emotes")}>
            {emotes.map((emote) => (
              <button key={emote} type="button" className="emote" onClick={() => void request("say", { emote })}>
                <Emote name={emote} />
              </button>
            ))}
          </div>
          <form className="chat-form" onSubmit={send}>
            <input
              className="input"
              value={text}
              maxLength={200}
              aria-label={t("say")}
              placeholder={t("say")}
              onChange={(e) => setText(e.target.value)}
            />
            <Button type="submit" size="small">
              {t("send")}
            </Button>
          </form>
        </>
      ) : (
        <p className="quiet">{t("chatWatching")}</p>
      )}
      <ol className="chat-lines" aria-label={t("chat")} aria-live="polite">
        {[...shown].reverse().map((line) => (
          <li key={`${line.at}${line.name}${line.text}${line.emote}`}>
            <b>
              <Name>{line.name}</Name>
            </b>{" "}
            <bdi>{line.emote ? <Emote name={line.emote} /> : line.text}</bdi>
            {line.seat !== seat && (
              <button
                type="button"
                className="chat-mute"
                onClick={() => set({ mutedPeople: [...mutedPeople, line.name] })}
              >
                {t("mutePerson")}
              </button>
            )}
          </li>
        ))}
      </ol>
      {mutedPeople.length > 0 && (
        <button type="button" className="chat-mute" onClick={() => set({ mutedPeople: [] })}>
          {t("unmuteAll", { count: mutedPeople.length })}
        </button>
      )}
    </div>
  );
}
