// Draws the charts in the colours of the page, and redraws them when these change.
"use strict";
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const narrow = matchMedia("(max-width: 600px)");

  // The decimal point and the thousands separator of the page's language.
  const marks = new Intl.NumberFormat(document.documentElement.lang).formatToParts(12345.6);
  /** @param {string} type */
  const mark = (type) => marks.find((part) => part.type === type)?.value ?? "";
  const separators = mark("decimal") + mark("group");

  const PAPER = 680; // the width of a printed page between its margins, in pixels
  let isPrinting = false;

  const ground = () => {
    const isDark = dark.matches && !isPrinting;
    const ink = isDark ? "#e6e6e6" : "#1a1a1a";
    const grid = isDark ? "#3a4352" : "#d9d9d9";
    const zero = isDark ? "#7a8698" : "#8a919c";
    const axis = { gridcolor: grid, zerolinecolor: zero, linecolor: grid, automargin: true };
    return { ink, axis };
  };

  /**
   * @param {{ xaxis?: object, yaxis?: object }} layout
   * @param {number} room - the width of the chart on the screen
   */
  const dressed = (layout, room) => {
    const { ink, axis } = ground();
    const margin = narrow.matches ? { l: 8, r: 8, t: 24, b: 40 } : { l: 16, r: 16, t: 24, b: 48 };
    return {
      margin,
      separators,
      paper_bgcolor: "transparent",
      plot_bgcolor: "transparent",
      font: { color: ink, size: narrow.matches ? 11 : 13, family: "system-ui, sans-serif" },
      width: isPrinting ? PAPER : room,
      ...layout,
      xaxis: { ...axis, ...layout.xaxis },
      yaxis: { ...axis, ...layout.yaxis },
    };
  };

  const options = { displayModeBar: false, responsive: true };
  const charts = [...document.querySelectorAll(".chart")].map((place) => {
    const text = place.querySelector("script")?.textContent ?? "";
    place.textContent = "";
    return { place, text, drawn: false };
  });

  /** @param {(typeof charts)[number]} chart */
  const draw = (chart) => {
    const { data, layout } = JSON.parse(chart.text);
    Plotly.react(chart.place, data, dressed(layout, chart.place.clientWidth), options);
    chart.drawn = true;
  };

  // Drawing is slow: only charts near the visible part are drawn, and all of them before printing.
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const chart = charts.find((one) => one.place === entry.target);
        if (chart && entry.isIntersecting && !chart.drawn) draw(chart);
      }
    },
    { rootMargin: "600px" },
  );
  charts.forEach((chart) => watcher.observe(chart.place));
  const redraw = () => charts.filter((chart) => chart.drawn).forEach(draw);
  dark.addEventListener("change", redraw);
  narrow.addEventListener("change", redraw);
  addEventListener("beforeprint", () => {
    isPrinting = true;
    charts.forEach(draw);
  });
  addEventListener("afterprint", () => {
    isPrinting = false;
    charts.forEach(draw);
  });
})();
