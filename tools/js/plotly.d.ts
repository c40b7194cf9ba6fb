// What the charts of reports ask of the library that their pages carry.
declare const Plotly: {
  react(place: Element, data: unknown, layout: unknown, options: unknown): void;
};
