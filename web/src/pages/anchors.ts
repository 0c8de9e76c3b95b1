/** The section of the rules that a refusal stands on. Codes without a section of their own open the page at its top. */
const UNO: Record<string, string> = {
  NOT_YOUR_TURN: "turn",
  CARD_NOT_IN_HAND: "turn",
  MUST_DRAW_FIRST: "debt",
  INVALID_CARD: "fits",
  CHOOSE_COLOR_REQUIRED: "wild",
  INVALID_COLOR: "wild",
  NO_COLOR_TO_CHOOSE: "wild",
  CANNOT_SKIP: "draw",
  ALREADY_DRAWN: "draw",
  ALREADY_ACTED: "turn",
  ONLY_DRAWN_CARD: "draw",
  MUST_PLAY_DRAWN: "draw",
  MUST_PLAY: "draw",
  INVALID_UNO_CALL: "uno",
  INVALID_CHALLENGE: "catch",
  WD4_NOT_ALLOWED: "wd4",
  WD4_RESPONSE_REQUIRED: "wd4",
  NO_WD4_TO_CHALLENGE: "wd4",
  TARGET_REQUIRED: "seven",
  INVALID_TARGET: "seven",
  JUMP_IN_NOT_ALLOWED: "jump-in",
  ROUND_OVER: "round-end",
};

export function anchorOf(game: string, code: string): string {
  if (game === "uno") return UNO[code] ?? "";
  return SHANDONG.find(([start]) => code.startsWith(start))?.[1] ?? "";
}

/** By the beginning of the code: the groups of the rules. */
const SHANDONG: [string, string][] = [
  ["lead_", "lead"],
  ["trump_pair_locked", "lead"],
  ["throw_", "throw"],
  ["wrong_count", "follow"],
  ["must_play_all", "follow"],
  ["must_follow_suit", "follow"],
  ["must_follow_pair", "follow"],
  ["must_follow_tractor", "follow-tractor"],
  ["must_follow_", "follow-special"],
  ["must_play_largest", "largest"],
  ["declare_", "declare"],
  ["already_declared", "declare"],
  ["window_closed", "declare"],
  ["snatch_", "snatch"],
  ["nothing_to_snatch", "snatch"],
  ["already_snatched", "snatch"],
  ["stick_", "stick"],
  ["already_stuck", "stick"],
  ["giveback_", "stick"],
  ["not_kitty_owner", "kitty-owner"],
  ["bury_", "kitty-owner"],
];
