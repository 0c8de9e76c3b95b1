import { problemIn } from "../api/socket";
import type { Problem } from "../api/types.gen";
import type { GameAction, Json, Pattern } from "../game/views";
import { keepSelection } from "./selection";
import { useTable } from "./store";
import { ask } from "./table";

/** What the person does: moves, questions about moves, and everything about the room. */

const CHECK_MS = 120;
const LATE_MS = 3000;
let checkTimer = 0;

/** Send an action, with another one that belongs to it just before. Returns the refusal, or null when it was accepted
 * and its result is on the screen. */
export async function act(
  action: GameAction,
  cards: string[] = [],
  before: GameAction | null = null,
): Promise<Problem | null> {
  const { position } = useTable.getState();
  useTable.setState({ acting: true, sending: cards, refusal: null });
  const expectedSeq = position.seq;
  const answer = await ask({ type: "act", action, before, actionId: crypto.randomUUID(), expectedSeq });
  if (answer?.type === "acked") await reached(answer.seq);
  useTable.setState({ acting: false, sending: [] });
  const problem = problemIn(answer ?? null);
  if (problem?.code === "stale") await catchUp();
  else if (problem) useTable.setState({ refusal: problem });
  return problem;
}

/** Until the page shows the position after entry `seq`: the acknowledgement comes a little before it. */
function reached(seq: number): Promise<void> {
  return new Promise((resolve) => {
    const late = window.setTimeout(done, LATE_MS);
    const stop = useTable.subscribe((s) => s.position.seq >= seq && done());
    function done(): void {
      window.clearTimeout(late);
      stop();
      resolve();
    }
    if (useTable.getState().position.seq >= seq) done();
  });
}

/** The match went on while we decided: look at it as it is now. */
async function catchUp(): Promise<void> {
  const again = await ask({ type: "view" });
  if (again?.type !== "snapshot") return;
  const { seq, seat, view, legal } = again.snapshot;
  useTable.setState({ position: { seq, seat, view, legal: legal as GameAction[] } });
  keepSelection();
}

/** Ask a house bot. */
export async function askHint(): Promise<GameAction | null> {
  const answer = await ask({ type: "hint" });
  if (answer?.type === "hint") return answer.action as GameAction | null;
  const problem = problemIn(answer ?? null);
  if (problem) useTable.setState({ refusal: problem });
  return null;
}

/** Everything that is not a move: ready, start, kick, vote, bot, leave, say, rematch. */
export async function request(type: string, more: Json = {}): Promise<Problem | null> {
  const answer = await ask({ type, ...more });
  const problem = problemIn(answer ?? null);
  if (problem) useTable.setState({ refusal: problem });
  return problem;
}

/** Ask the server about an action, 120 ms after the last change; null = nothing to ask. */
export function checkSoon(action: GameAction | null): void {
  window.clearTimeout(checkTimer);
  if (action === null) {
    useTable.setState({ check: null });
    return;
  }
  const key = JSON.stringify(action);
  if (useTable.getState().check?.key !== key) useTable.setState({ check: null });
  checkTimer = window.setTimeout(() => void check(action, key), CHECK_MS);
}

async function check(action: GameAction, key: string): Promise<void> {
  const answer = await ask({ type: "check", action });
  if (answer?.type !== "checked") return;
  const reading = (answer.reading ?? null) as Pattern | null;
  useTable.setState({ check: { key, legal: answer.legal, problem: answer.problem, reading } });
}
