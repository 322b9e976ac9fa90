// Hears of all that is new at any table, whatever happens to the league or the network meanwhile.
export function listen(heard) {
  const events = new EventSource("/events");
  events.addEventListener("message", event => heard(event.data));
  // A browser tries again where the line broke, but never where it was refused.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 15000, heard);
  });
}
