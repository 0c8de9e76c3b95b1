// For the page as an installed app: when the server cannot be reached, a notice instead of the browser's error.
// Everything else comes from the network as if this were not here, so that a new version is never held back.
const NOTICE = "./offline.html";
const STYLES = "./first.css";

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open("notice").then((kept) => kept.addAll([NOTICE, STYLES])));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const kept = request.mode === "navigate" ? NOTICE : request.url.endsWith("/first.css") ? STYLES : null;
  if (kept) event.respondWith(fetch(request).catch(async () => (await caches.match(kept)) ?? Response.error()));
});
