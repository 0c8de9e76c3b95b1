/** Where the cards of a hand go: a rack of tiles on narrow screens, a fan on wide ones. Pure numbers, no rules. */

export interface Rack {
  columns: number;
  rows: number;
  cell: { width: number; height: number };
  tile: { width: number; height: number };
  /** The height that the rack keeps while cards come and go. */
  keeps?: number;
  /** More rows than are shown at once. */
  scrolls: boolean;
}

/** Smallest width of a cell: what a finger hits. */
export const TOUCH = 44;

/** A tile leaves this much of its cell to the marks below it. */
const FOOT = 9;

/** `high` is what the cells would like to be; `room` is what there is for all rows. */
function rack(count: number, columns: number, width: number, high: number, gap: number, room: number): Rack {
  const cell = Math.max(TOUCH, Math.floor(width / columns));
  const rows = Math.max(1, Math.ceil(count / columns));
  const height = Math.max(TOUCH, Math.min(high, Math.floor(room / rows)));
  return {
    columns,
    rows,
    cell: { width: cell, height },
    tile: { width: cell - gap, height: height - FOOT },
    scrolls: rows * height > room + TOUCH,
  };
}

interface Roomy {
  cards: number;
  cells: Rack["cell"][];
}

/** Cells of a rack that is wider than a phone: the largest in which thirty cards fit, so that a hand keeps its size. */
const ROOMY = {
  from: 600,
  cards: 30,
  cells: [
    { width: 72, height: 98 },
    { width: 58, height: 78 },
  ],
  least: { width: 48, height: 70 },
};
/** All that is dealt of a Shandong hand lies in two rows of these in a low window; the kitty makes cells smaller. */
const DEALT_SHANDONG = { cards: 26, cells: [...ROOMY.cells, { width: 55, height: 70 }] };

/** The fewer cards are left of a Shandong hand, the larger they are, in the room that it had from the beginning. */
const FEW_CELLS = [
  { width: 100, height: 138 },
  { width: 84, height: 116 },
];
const PHONE_CELLS = [...FEW_CELLS.slice(1), ...ROOMY.cells, { width: 50, height: 66 }];

/** 30 cards on 360 px: no overlap, no cell under 44 × 44. `width` and `room` are what is left for the rack. */
export function shandongRack(count: number, width: number, room: number): Rack {
  if (width >= ROOMY.from) {
    const roomy = roomyRack(count, width, room, DEALT_SHANDONG);
    const rows = Math.ceil(DEALT_SHANDONG.cards / Math.floor(width / roomy.cell.width));
    const keeps = Math.max(roomy.rows, rows) * roomy.cell.height;
    const larger = FEW_CELLS.find((cell) => highAs(count, width, cell) <= keeps);
    const columns = larger ? Math.floor(width / larger.width) : 0;
    const fitting = larger ? rack(count, columns, columns * larger.width, larger.height, 5, keeps) : roomy;
    return { ...even(count, fitting), keeps };
  }
  const fits = (cell: Rack["cell"]) => highAs(count, width, cell) <= room;
  const cell = PHONE_CELLS.find(fits) ?? { width: TOUCH, height: 72 };
  const columns = Math.min(8, Math.max(1, Math.floor(width / cell.width)));
  const full = rack(count, columns, Math.min(width, columns * (cell.width + 6)), cell.height, 2, room);
  return { ...(full.rows > 3 ? full : even(count, full)), keeps: room };
}

/** How high so many cards lie in cells of this size. */
function highAs(count: number, width: number, cell: Rack["cell"]): number {
  return cell.height * Math.ceil(count / Math.floor(width / cell.width));
}

/** The same rows with about as many cards in each, so that no card stands alone in the last. */
function even(count: number, rack: Rack): Rack {
  return { ...rack, columns: Math.max(1, Math.ceil(count / rack.rows)) };
}

function roomyRack(count: number, width: number, room: number, { cards, cells }: Roomy = ROOMY): Rack {
  const { least } = ROOMY;
  const high = (cell: typeof least) => cell.height * Math.ceil(Math.max(count, cards) / Math.floor(width / cell.width));
  const cell = cells.find((larger) => high(larger) <= room) ?? least;
  const columns = Math.min(Math.max(1, count), Math.floor(width / cell.width));
  return rack(count, columns, columns * cell.width, cell.height, 5, room);
}

export function unoRack(count: number, width: number, room: number): Rack {
  if (width >= ROOMY.from) return roomyRack(count, width, room);
  const most = Math.max(1, Math.floor(width / TOUCH));
  // A high window has room for higher tiles.
  const high = Math.min(98, Math.max(84, Math.floor(room / 3)));
  if (count <= 7)
    return rack(count, Math.min(Math.max(count, 1), most), Math.min(width, 62 * Math.max(count, 1)), high, 5, room);
  if (count <= 14) {
    const columns = Math.min(Math.ceil(count / 2), most);
    return rack(count, columns, Math.min(width, 62 * columns), Math.max(88, high), 5, room);
  }
  // As many rows as eight columns need, with about as many tiles in each.
  const columns = Math.ceil(count / Math.ceil(count / Math.min(8, most)));
  return rack(count, columns, Math.min(width, 62 * columns), count <= 24 ? 72 : 64, 3, room);
}

export interface Fan {
  /** Left edge of each card, group after group. */
  left: number[];
  /** Row of each card: 0, or 1 for what follows the first group or half when one row is too narrow. */
  row: number[];
  rows: number;
  /** How much of a card shows at least. */
  step: number;
}

const GROUP_GAP = 12;

/** Narrower strips of a card cannot be read or hit: its index column, at most 30. */
export function leastStep(card: number): number {
  return Math.min(30, card * 0.42);
}

/** One row, groups a gap apart, step between the least and a card and a little; two rows when that does not fit. */
export function fan(groups: number[], width: number, card: number, least = leastStep(card)): Fan {
  const filled = groups.filter((n) => n > 0);
  const [first = 0] = filled;
  if (stepFor(filled, width, card) >= least || first + filled.length < 3) return lay([filled], card, width);
  if (filled.length === 1) return lay([[Math.ceil(first / 2)], [Math.floor(first / 2)]], card, width);
  return lay([filled.slice(0, 1), filled.slice(1)], card, width);
}

/** No hand is larger: the kitty taken up, and four suits beside the trumps. */
const FULL = { cards: 30, groups: 5 };
/** The width below which a row of cards is too small to be read. */
const LEAST_CARD = 54;

/** How much of a card shows at least in such a row: the index of a poker card, and what a pointer hits. */
export function rowStep(card: number): number {
  return Math.max(24, Math.floor(card * 0.36));
}

/** The width, at most `card`, with which so many cards lie in one row; undefined where that would be too small. */
export function rowCard(width: number, card: number, cards = FULL.cards): number | undefined {
  const room = width - (FULL.groups - 1) * GROUP_GAP;
  for (let fits = Math.floor(card); fits >= LEAST_CARD; fits--)
    if (FULL.groups * fits + (cards - FULL.groups) * rowStep(fits) <= room) return fits;
  return undefined;
}

function stepFor(groups: number[], width: number, card: number): number {
  const cards = groups.reduce((sum, n) => sum + n, 0);
  const steps = cards - groups.length;
  const fixed = groups.length * card + (groups.length - 1) * GROUP_GAP;
  if (steps === 0) return card + 6;
  return Math.min(card + 6, Math.floor((width - fixed) / steps));
}

function lay(rows: number[][], card: number, width: number): Fan {
  const left: number[] = [];
  const row: number[] = [];
  const steps = rows.map((groups) => Math.max(1, stepFor(groups, width, card)));
  rows.forEach((groups, r) => {
    const step = steps[r] ?? 1;
    const used = groups.reduce((sum, n) => sum + (n - 1) * step + card, 0) + (groups.length - 1) * GROUP_GAP;
    let x = Math.max(0, (width - used) / 2);
    for (const n of groups) {
      for (let i = 0; i < n; i++) {
        left.push(x + i * step);
        row.push(r);
      }
      x += (n - 1) * step + card + GROUP_GAP;
    }
  });
  return { left, row, rows: rows.length, step: Math.min(...steps) };
}

/** Where an arrow key leads in a rack of `columns`; in a fan pass columns = count. */
export function moveIn(count: number, columns: number, from: number, key: string): number {
  switch (key) {
    case "ArrowLeft":
      return Math.max(0, from - 1);
    case "ArrowRight":
      return Math.min(count - 1, from + 1);
    case "ArrowUp":
      return from - columns >= 0 ? from - columns : from;
    case "ArrowDown":
      return from + columns < count ? from + columns : from;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return from;
  }
}

/** `ids` in the order a person gave them by dragging; cards never dragged keep their sorted place. */
export function withOwnOrder(ids: string[], own: string[]): string[] {
  const known = own.filter((id) => ids.includes(id));
  if (known.length === 0) return ids;
  const result = known.slice();
  ids.forEach((id, i) => {
    if (result.includes(id)) return;
    const before = ids
      .slice(0, i)
      .reverse()
      .find((other) => result.includes(other));
    result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, id);
  });
  return result;
}

/** `id` moved to stand before position `to`. */
export function moved(ids: string[], id: string, to: number): string[] {
  const from = ids.indexOf(id);
  const rest = ids.filter((other) => other !== id);
  rest.splice(to > from ? to - 1 : to, 0, id);
  return rest;
}
