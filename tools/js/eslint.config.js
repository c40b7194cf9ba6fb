import js from "@eslint/js";

export default [
  // the documentation, built by make docs, and libraries as they were published
  { ignores: ["src/enraya/web/site/", "src/enraya/web/static/vendor/"] },
  js.configs.recommended,
  {
    rules: {
      "no-undef": "off", // tsc knows the names of the browser
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", { code: 120 }],
      "no-shadow": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
