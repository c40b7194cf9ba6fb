// For each language, a complete agent to start from.

/** @type {Record<string, { file: string, suffixes: string[] }>} */
export const SKELETONS = {
  python: { file: "random_agent.py", suffixes: [".py"] },
  lisp: { file: "random_agent.lisp", suffixes: [".lisp", ".lsp"] },
  cpp: { file: "random_agent.cpp", suffixes: [".cpp", ".cc", ".cxx"] },
  c: { file: "random_agent.c", suffixes: [".c"] },
  java: { file: "RandomAgent.java", suffixes: [".java"] },
  javascript: { file: "random_agent.js", suffixes: [".js", ".mjs", ".cjs"] },
};

/** @param {string} language */
export async function skeletonSource(language) {
  const answer = await fetch(`/static/skeletons/${SKELETONS[language].file}.txt`);
  return answer.text();
}
