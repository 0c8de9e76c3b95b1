/** How long a page that began anew is not begun anew again. */
const RENEW_MS = 60_000;

let leaving = false;

/** A part of this page is not there any more because the server has a newer one: begin anew, where we are. */
export function renew(): void {
  const last = Number(sessionStorage.getItem("paiju.renewed") ?? 0);
  if (Date.now() - last < RENEW_MS) return;
  sessionStorage.setItem("paiju.renewed", String(Date.now()));
  leaving = true;
  window.location.reload();
}

/** Whether this page is about to begin anew: what fails until then is of no interest to anybody. */
export function isRenewing(): boolean {
  return leaving;
}
