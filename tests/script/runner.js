// Evaluate functions that a test sends, one JSON text per line, with the modules of the app at /static/any/js/.
const { createInterface } = require("node:readline");
const { register } = require("node:module");
const { pathToFileURL } = require("node:url");

const scripts = pathToFileURL(`${process.argv[2]}/`).href;
// The files have no package.json that would call them modules.
const hooks = `export async function load(url, context, next) {
  return next(url, url.startsWith(${JSON.stringify(scripts)}) ? { ...context, format: "module" } : context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

createInterface({ input: process.stdin }).on("line", async (line) => {
  const { source, argument } = JSON.parse(line);
  const local = source.replaceAll('import("/static/any/js/', `import("${scripts}`);
  let answer;
  try {
    // biome-ignore lint/security/noGlobalEval: the source is a test's own.
    answer = { value: (await eval(`(${local})`)(argument)) ?? null };
  } catch (error) {
    answer = { error: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
