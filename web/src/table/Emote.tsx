import { useTranslation } from "react-i18next";

const EYES = "M7.6 11.2v.1M14.4 11.2v.1";
const SHUT = "M6.2 11.6c.8-1 2-1 2.8 0M13 11.6c.8-1 2-1 2.8 0";
const SMILE = "M6.8 15.2c2 2.6 6.4 2.6 8.4 0";
const WAVES = "M17.2 4.6c1.4.8 2.3 1.9 2.8 3.4M18.9 1.6c2 1.1 3.3 2.7 4 4.8";
const DROP = "M19.4 2.2c1.5 2.2 2.2 3.4 2.2 4.3a2.2 2.2 0 0 1-4.4 0c0-.9.7-2.1 2.2-4.3Z";

interface Face {
  /** On the face. */
  lines: string;
  /** Lines next to it, in the colour of the text. */
  beside?: string;
  shape?: string;
  colour?: string;
}

/** Faces for the emotes the server offers, on 24 × 24. Drawn for this page. */
const FACES: Record<string, Face> = {
  hello: { lines: EYES + SMILE, beside: WAVES },
  thanks: {
    lines: SHUT + SMILE,
    shape: "M19.6 8.4C17.4 6.6 16 5.3 16 3.7a1.9 1.9 0 0 1 3.6-.8 1.9 1.9 0 0 1 3.6.8c0 1.6-1.4 2.9-3.6 4.7Z",
    colour: "#bf2b2b",
  },
  nice: {
    lines: `M7.6 11.2v.1M13 11.4h2.8${SMILE}`,
    shape: "M19.4.8l1.2 2.6 2.8.3-2.1 1.9.6 2.8-2.5-1.4-2.5 1.4.6-2.8-2.1-1.9 2.8-.3Z",
    colour: "#f4c21b",
  },
  oops: { lines: `${EYES}M6.8 16c1.1-1.2 1.9-1.2 2.8 0s1.9 1.2 2.8 0 1.9-1.2 2.8 0`, shape: DROP, colour: "#93bef5" },
  wow: { lines: `${EYES}M11 14.2a1.9 2.3 0 1 0 .1 0Z`, beside: "M17.6 3.8l1-2.6M20 6.2l2.6-1.2" },
  hurry: { lines: `${EYES}M8 16.2h6`, beside: "M20 .8a3.2 3.2 0 1 0 .1 0ZM20 2.4V4l1 .8" },
  think: { lines: `${EYES}M12.8 8.8l3.2-.8M7.8 16.6l6.2-1.4`, beside: "M18.4 5v.1M20.6 3v.1M22.6 1v.1" },
  laugh: {
    lines: "M6.2 11.8l1.6-1.6 1.6 1.6M12.6 11.8l1.6-1.6 1.6 1.6",
    shape: "M6.6 14h8.8c-.4 5-8.4 5-8.8 0Z",
    colour: "#fff",
  },
  cry: {
    lines: `${SHUT}M7.6 17.4c1.8-2.2 5-2.2 6.8 0`,
    shape: "M15.6 13c1 1.5 1.5 2.3 1.5 3a1.5 1.5 0 0 1-3 0c0-.7.5-1.5 1.5-3Z",
    colour: "#93bef5",
  },
  bye: { lines: SHUT + SMILE, beside: WAVES },
};

/** An emote: a face and its word. No font is needed to see it, and its meaning does not depend on the drawing. */
export function Emote({ name }: { name: string }) {
  const { t } = useTranslation();
  const face = FACES[name];
  return (
    <span className="emote-sign">
      {face && (
        <svg className="emote-face" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="11" cy="13" r="9.4" />
          {face.shape && <path d={face.shape} fill={face.colour} />}
          <path className="emote-lines" d={face.lines} />
          {face.beside && <path className="emote-lines emote-beside" d={face.beside} />}
        </svg>
      )}
      <span>{t(`emote.${name}`, name)}</span>
    </span>
  );
}
