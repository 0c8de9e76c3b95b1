/** Numbers that stand for no seat, as paiju.engine.game and paiju.protocol.play define them. */

/** Somebody who watches. */
export const SPECTATOR = -3;
/** The actor of an event that is about the room itself. */
export const ROOM = -3;
/** The seat of a clock that waits for nobody. */
export const NOBODY = -4;
