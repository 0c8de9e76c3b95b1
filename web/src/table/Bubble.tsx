import { useEffect, useState } from "react";
import { useSettings } from "../state/settings";
import { useTable } from "../state/store";
import { Emote } from "./Emote";

const BUBBLE_MS = 4500;

/** What somebody has just said, at the seat, for a moment. The chat keeps it. */
export function Bubble({ seat }: { seat: number }) {
  const last = useTable((s) => s.chat.findLast((line) => line.seat === seat));
  const muted = useSettings((s) => last !== undefined && s.mutedPeople.includes(last.name));
  const [old, setOld] = useState(last);
  useEffect(() => {
    if (!last || last === old) return;
    const timer = window.setTimeout(() => setOld(last), BUBBLE_MS);
    return () => window.clearTimeout(timer);
  }, [last, old]);
  if (!last || last === old || muted) return null;
  return (
    <span className={`bubble${last.emote ? " bubble-emote" : ""}`} aria-hidden="true" data-bubble={seat}>
      {last.emote ? <Emote name={last.emote} /> : last.text}
    </span>
  );
}
