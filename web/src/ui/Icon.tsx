/** Line icons, drawn on 24 × 24. */
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  log: "M5 5h14M5 9.5h14M5 14h14M5 18.5h9",
  back: "M15 5 8 12l7 7",
  next: "M9 5l7 7-7 7",
  first: "M6 5v14M18 5l-8 7 8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  play: "M7 5l12 7-12 7Z",
  pause: "M8 5v14M16 5v14",
  sound: "M4 9.5h3.5L12 6v12l-4.5-3.5H4ZM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11",
  muted: "M4 9.5h3.5L12 6v12l-4.5-3.5H4ZM16 9.5l5 5M21 9.5l-5 5",
  draw: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  hint: "M9.5 18h5M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.7.6 1 1.3 1 2.1h5c0-.8.3-1.5 1-2.1A6 6 0 0 0 12 3Z",
  sort: "M5 6h14M5 12h9M5 18h5",
  clock: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2",
  shield: "M12 3 5 5.5V11c0 4.5 2.8 7.8 7 10 4.2-2.2 7-5.5 7-10V5.5ZM8.5 12l2.5 2.5 4.5-5",
  warning: "M12 4 2.8 19.5h18.4ZM12 10v4.5M12 17v.1",
  check: "M5 12.5 10 17.5 19.5 7",
  cross: "M6 6l12 12M18 6 6 18",
  eye: "M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
  crown: "M4 8l4 4 4-6 4 6 4-4-1.5 10h-13Z",
  book: "M12 6.5C9.5 5 6.5 4.5 3.5 5v13c3-.5 6 0 8.5 1.5 2.5-1.5 5.5-2 8.5-1.5V5c-3-.5-6 0-8.5 1.5ZM12 6.5v13",
  link: "M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1",
  download: "M12 4v11M7 10.5l5 5 5-5M5 20h14",
  file: "M7 3.5h7l4 4v13H7ZM13.5 3.5V8H18",
  bot: "M6 9.5h12v9H6ZM12 9.5V6M9.5 14v.1M14.5 14v.1M3.5 13v3M20.5 13v3",
  turn: "M5 12a7 7 0 0 1 12-4.9L19 9M19 4.5V9h-4.5M19 12a7 7 0 0 1-12 4.9L5 15M5 19.5V15h4.5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  chat: "M4 5h16v11H11l-4 4v-4H4Z",
  skip: "M5 5l7 7-7 7ZM13 5l7 7-7 7Z",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** Two cards, one behind the other. */
export function Brand() {
  return (
    <svg className="brand" viewBox="0 0 32 32" aria-hidden="true">
      <rect
        x="3"
        y="6"
        width="16"
        height="21"
        rx="4"
        transform="rotate(-8 11 16)"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
      />
      <rect x="11" y="5" width="18" height="23" rx="4" fill="currentColor" />
      <path d="M15.5 11.5h9M15.5 16.5h9M15.5 21.5h6" stroke="var(--surface)" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
