// Keeps the clock, and nothing of a game: an old board would be worse than none. What is kept is one set, taken anew
// when the hall says that it has changed; where the hall answers, its own comes first.
const FILES = ["/clock", "/static/clock.js", "/static/clock_page.js", "/static/clock.css", "/static/clock.svg"];
const PATIENCE = 2000; // ms

self.addEventListener("install", (event) => {
	self.skipWaiting();
	event.waitUntil(caches.open("clock").then((kept) => kept.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
	if (!FILES.includes(new URL(event.request.url).pathname)) return;
	const fresh = fetch(event.request, { signal: AbortSignal.timeout(PATIENCE) });
	event.respondWith(fresh.catch(() => caches.match(event.request, { ignoreVary: true, ignoreSearch: true })));
});
