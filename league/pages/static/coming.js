// Looks again by itself, as soon as any table has sent something.
new EventSource("/events").addEventListener("message", event => {
  if (event.data !== document.body.dataset.beat) location.reload();
});
