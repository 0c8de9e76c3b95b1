import { type FormEvent, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { useTranslation } from "react-i18next";
import { request } from "../state/moves";
import { useServer } from "../state/server";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { Button, Name } from "../ui/controls";
import { emoteSign } from "./emotes";

/** Emotes first, then words. Everything people write is shown as text only. */
export function Chat() {
  const { t } = useTranslation();
  const chat = useTable((s) => s.chat);
  const allowed = useTable((s) => s.info?.chat ?? true);
  const seat = useTable((s) => s.position.seat);
  const { mutedPeople, set } = useSettings();
  const emotes = useServer((s) => s.server?.emotes ?? []);
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
      <div className="chat-emotes" role="group" aria-label={t("emotes")}>
        {emotes.map((emote) => (
          <AriaButton
            key={emote}
            className="emote"
            aria-label={t(`emote.${emote}`, emote)}
            onPress={() => void request("say", { emote })}
          >
            {emoteSign(emote)}
          </AriaButton>
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
      {!seated && <p className="quiet">{t("chatWatching")}</p>}
      <ol className="chat-lines" aria-label={t("chat")} aria-live="polite">
        {[...shown].reverse().map((line) => (
          <li key={`${line.at}${line.name}${line.text}${line.emote}`}>
            <b>
              <Name>{line.name}</Name>
            </b>{" "}
            <bdi>{line.emote ? emoteSign(line.emote) : line.text}</bdi>
            {line.seat !== seat && (
              <AriaButton className="chat-mute" onPress={() => set({ mutedPeople: [...mutedPeople, line.name] })}>
                {t("mutePerson")}
              </AriaButton>
            )}
          </li>
        ))}
      </ol>
      {mutedPeople.length > 0 && (
        <AriaButton className="chat-mute" onPress={() => set({ mutedPeople: [] })}>
          {t("unmuteAll", { count: mutedPeople.length })}
        </AriaButton>
      )}
    </div>
  );
}
