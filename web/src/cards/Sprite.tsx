/** Every shape of the page, once, as `<symbol>`; cards and texts draw them by `<use>`. All paths are our own. */

const LATTICE = Array.from({ length: 7 }, (_, row) =>
  Array.from({ length: 5 }, (_, column) => {
    const x = column * 14 + 1;
    const y = row * 16 + 1;
    return `M${x} ${y + 7}h5v-6M${x + 7} ${y}v6h6M${x + 7} ${y + 15}v-6h6M${x} ${y + 9}h5v6`;
  }).join(""),
).join("");

export function Sprite() {
  return (
    <svg className="sprite" aria-hidden="true" focusable="false">
      <symbol id="s-red" viewBox="0 0 20 20">
        <path d="M10 2.2 18.4 17.2H1.6Z" />
      </symbol>
      <symbol id="s-yellow" viewBox="0 0 20 20">
        <circle cx="10" cy="10" r="8.2" />
      </symbol>
      <symbol id="s-green" viewBox="0 0 20 20">
        <path d="M3 3H17V17H3Z" />
      </symbol>
      <symbol id="s-blue" viewBox="0 0 20 20">
        <path d="M10 .8 19.2 10 10 19.2.8 10Z" />
      </symbol>
      <symbol id="s-spades" viewBox="0 0 20 20">
        <path d="M10 1.2C7.8 4.9 1.9 7.7 1.9 12a4.1 4.1 0 0 0 7.1 2.8c-.1 1.7-.9 3.1-2.3 4h6.6c-1.4-.9-2.2-2.3-2.3-4a4.1 4.1 0 0 0 7.1-2.8C18.1 7.7 12.2 4.9 10 1.2Z" />
      </symbol>
      <symbol id="s-hearts" viewBox="0 0 20 20">
        <path d="M10 18.2C5 13.9 1.5 10.9 1.5 7A4.6 4.6 0 0 1 6.1 2.3C7.7 2.3 9.2 3.2 10 4.6 10.8 3.2 12.3 2.3 13.9 2.3A4.6 4.6 0 0 1 18.5 7C18.5 10.9 15 13.9 10 18.2Z" />
      </symbol>
      <symbol id="s-clubs" viewBox="0 0 20 20">
        <path d="M10 1.3a4.3 4.3 0 0 1 3.5 6.8 4.4 4.4 0 1 1-2.5 6.9c.2 1.7.9 2.9 2.3 3.8H6.7c1.4-.9 2.1-2.1 2.3-3.8a4.4 4.4 0 1 1-2.5-6.9A4.3 4.3 0 0 1 10 1.3Z" />
      </symbol>
      <symbol id="s-diamonds" viewBox="0 0 20 20">
        <path d="M10 .8C11.6 4.2 14 7.4 16.9 10 14 12.6 11.6 15.8 10 19.2 8.4 15.8 6 12.6 3.1 10 6 7.4 8.4 4.2 10 .8Z" />
      </symbol>
      <symbol id="s-star" viewBox="0 0 20 20">
        <path d="M10 1.4 12.6 7.3 18.9 7.9 14.1 12.1 15.6 18.3 10 15 4.4 18.3 5.9 12.1 1.1 7.9 7.4 7.3Z" />
      </symbol>
      <symbol id="s-cap" viewBox="0 0 20 20">
        <path d="M4.2 15.4C4.4 11 3.8 8.6 2 7.4 5 6.4 7.3 7.6 8.5 9.6 8.2 7 8.8 4.9 10 3.2 11.2 4.9 11.8 7 11.5 9.6 12.7 7.6 15 6.4 18 7.4 16.2 8.6 15.6 11 15.8 15.4ZM4.2 16.8H15.8V18.6H4.2Z" />
        <path
          d="M2 5.6A1.5 1.5 0 1 1 2 8.6 1.5 1.5 0 0 1 2 5.6ZM18 5.6A1.5 1.5 0 1 1 18 8.6 1.5 1.5 0 0 1 18 5.6ZM10 .8A1.5 1.5 0 1 1 10 3.8 1.5 1.5 0 0 1 10 .8Z"
          fill="#e0a021"
          stroke="none"
        />
      </symbol>
      <symbol id="s-K" viewBox="0 0 20 20">
        <path d="M2.5 6.2 6.6 9.6 10 3.4 13.4 9.6 17.5 6.2 15.9 14H4.1ZM4.4 15.4H15.6V17.2H4.4Z" />
      </symbol>
      <symbol id="s-Q" viewBox="0 0 20 20">
        <path d="M10 2.2a3.1 3.1 0 0 1 2.9 4.2 3.1 3.1 0 0 1 3.4 4.6 3.1 3.1 0 0 1-2.6 1.4 3.1 3.1 0 0 1-5.1 2.7 3.1 3.1 0 0 1-.4.1L10.6 18H9.4L8 15.2a3.1 3.1 0 0 1-1.7-2.8 3.1 3.1 0 0 1-2.6-1.4 3.1 3.1 0 0 1 3.4-4.6A3.1 3.1 0 0 1 10 2.2Zm0 5.2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4Z" />
      </symbol>
      <symbol id="s-J" viewBox="0 0 20 20">
        <path d="M15.8 2 17.8 2.2 18 4.2 9.2 13 11 14.8 9.8 16 8 14.2 5 17.2A1.6 1.6 0 0 1 2.8 15L5.8 12 4 10.2 5.2 9 7 10.8Z" />
      </symbol>
      <symbol id="s-skip" viewBox="0 0 40 40">
        <path
          d="M6 25C7 14 15 9.5 22 9.5 28 9.5 32.5 14 34 20M27.5 18.5 34.6 21.5 37.5 14"
          fill="none"
          stroke="currentColor"
          strokeWidth="4.2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="21" cy="27" r="4" fill="currentColor" />
      </symbol>
      <symbol id="s-reverse" viewBox="0 0 40 40">
        <path
          d="M31 33V16A8 8 0 0 0 15 16V30M8 23.5 15 31 22 23.5"
          fill="none"
          stroke="currentColor"
          strokeWidth="4.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </symbol>
      <symbol id="s-back" viewBox="0 0 100 144">
        <rect
          x=".7"
          y=".7"
          width="98.6"
          height="142.6"
          rx="10.5"
          fill="var(--face)"
          stroke="var(--back-edge)"
          strokeWidth="1.4"
        />
        <rect x="5" y="5" width="90" height="134" rx="7" fill="var(--back)" />
        <svg x="13" y="14" width="74" height="116" viewBox="0 0 71 114">
          <path d={LATTICE} fill="none" stroke="var(--back-line)" strokeWidth="1.4" opacity=".75" />
        </svg>
      </symbol>
    </svg>
  );
}
