// Counts down, tells the reader's own time, and reloads when a game has gone on. All works without.
"use strict";
(function () {
  const two = (n) => String(n).padStart(2, "0");

  // The same instant on the reader's clock, where it shows another hour than the game's.
  for (const time of document.querySelectorAll("time.both")) {
    const at = new Date(time.dateTime);
    const here = two(at.getMonth() + 1) + "-" + two(at.getDate()) + " " + two(at.getHours()) + ":" + two(at.getMinutes());
    if (!time.textContent.endsWith(two(at.getHours()) + ":" + two(at.getMinutes()))) {
      const span = document.createElement("span");
      span.className = "here";
      span.textContent = " · " + time.dataset.here + " " + here;
      time.parentNode.append(span);
    }
  }

  const clock = document.querySelector("[data-closes]");
  let over = false;
  function tick() {
    let left = Math.ceil((new Date(clock.dataset.closes) - Date.now()) / 1000);
    over = left <= 0;
    if (over) {
      clock.textContent = clock.dataset.over;
      return;
    }
    const words = clock.dataset.units.split(",");
    const parts = [Math.floor(left / 86400), Math.floor(left / 3600) % 24, Math.floor(left / 60) % 60, left % 60];
    const from = parts.findIndex((n) => n > 0);
    clock.textContent = clock.dataset.left + " " + parts.map((n, i) => (i < from ? "" : n + " " + words[i])).filter(Boolean).join(" ");
    clock.setAttribute("aria-live", "off");
  }
  if (clock) {
    tick();
    setInterval(tick, 1000);
  }

  const watch = document.body.dataset.watch;
  if (!watch) return;
  let last = 0;
  async function look() {
    const every = over ? 2000 : 30000;
    if (document.hidden || Date.now() - last < every) return;
    last = Date.now();
    try {
      const answer = await fetch(watch, { cache: "no-store" });
      if (!answer.ok || (await answer.json()).version === document.body.dataset.version) return;
    } catch {
      return;
    }
    const reads = window.scrollY > 200 || document.querySelector("input:focus");
    if (!reads) {
      location.reload();
    } else if (!document.querySelector(".fresh")) {
      const note = document.createElement("p");
      note.className = "fresh";
      note.setAttribute("role", "status");
      const link = document.createElement("a");
      link.href = location.pathname;
      link.textContent = document.body.dataset.fresh;
      note.append(link);
      document.getElementById("main").prepend(note);
    }
  }
  setInterval(look, 1000);
})();
