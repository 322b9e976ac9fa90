// Looks by itself, as soon as any table has sent something.
new EventSource("/events").addEventListener("message", () => location.reload());
