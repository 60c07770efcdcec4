// npm run gateway -- --watch DIR --instrument NO --server URL: uploads new files of an instrument's folder to the
// server. INSTRUMENT_TOKEN contains the token. A file is uploaded once its size is the same in two checks. Uploaded
// files are noted in the folder, so that a restart uploads nothing twice.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gatewayTexts } from '../contract/features/laboratory/runs/gatewayTexts';

const pollIntervalMs = 3000;
const sentFileName = '.gateway-sent.json';
const readable = /\.(csv|txt|xlsx?)$/i;

function refuse(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

const args = process.argv.slice(2);
const option = (name: string): string => {
  const at = args.indexOf(`--${name}`);
  const value = at < 0 ? undefined : args[at + 1];
  return value ?? refuse(gatewayTexts.usage);
};
const folder = resolve(process.env['INIT_CWD'] ?? '', option('watch'));
const instrument = option('instrument');
const server = option('server').replace(/\/+$/, '');
const runOnce = args.includes('--once');
const token = process.env['INSTRUMENT_TOKEN'] ?? refuse(gatewayTexts.noToken);
if (!existsSync(folder)) refuse(gatewayTexts.noFolder(folder));

/** Returns size and time of a file, which change with its content; null where the file no longer exists. */
function markOf(name: string): string | null {
  const fileStat = statSync(join(folder, name), { throwIfNoEntry: false });
  return fileStat ? `${fileStat.size} ${Math.round(fileStat.mtimeMs)}` : null;
}
const notes = join(folder, sentFileName);
const sentMarks: Record<string, string> = existsSync(notes)
  ? (JSON.parse(readFileSync(notes, 'utf8')) as Record<string, string>)
  : {};
const note = (name: string, mark: string) => {
  sentMarks[name] = mark;
  writeFileSync(notes, JSON.stringify(sentMarks));
};

interface ServerAnswer {
  readonly status: number;
  readonly message: string;
}

/**
 * Sends a form to the server; null if the server cannot be reached. Ends the program with code 1 if the server refuses
 * the token, or if the address is not that of the server.
 */
async function ask(form: FormData): Promise<ServerAnswer | null> {
  const headers = { 'x-instrument-token': token, 'x-instrument': encodeURIComponent(instrument) };
  let answer: Response;
  try {
    answer = await fetch(`${server}/api/labRun/receive`, { method: 'POST', headers, body: form });
  } catch {
    return null;
  }
  const body = (await answer.json().catch(() => null)) as { message?: unknown } | null;
  if (answer.status >= 500) return null;
  const message = body?.message;
  if (message === gatewayTexts.badToken) return refuse(message);
  if (typeof message !== 'string' || answer.status === 404) return refuse(gatewayTexts.otherServer(server));
  return { status: answer.status, message };
}

/** Sends no file: the server checks the token before it looks for the file. Returns whether the server answered. */
const tokenIsChecked = async (): Promise<boolean> => (await ask(new FormData())) !== null;

/** Uploads one file. A file that the server refuses finally is uploaded again only after it changes. */
async function send(name: string, mark: string): Promise<void> {
  const form = new FormData();
  form.append('file', new File([readFileSync(join(folder, name))], name));
  const answer = await ask(form);
  if (!answer) {
    // A server that refuses a token closes the connection before a large file is sent.
    await tokenIsChecked();
    console.error(gatewayTexts.again(name));
    return;
  }
  const { status, message } = answer;
  if (status < 300) console.log(gatewayTexts.sent(name, message));
  else console.error(gatewayTexts.refused(name, message));
  if (status < 300 || [400, 413, 415].includes(status)) note(name, mark);
}

const before = new Map<string, string>();
async function scanFolder(): Promise<void> {
  for (const name of readdirSync(folder)
    .filter((file) => readable.test(file))
    .sort()) {
    const mark = markOf(name);
    if (mark === null || sentMarks[name] === mark) continue;
    if (before.get(name) === mark) await send(name, mark);
    before.set(name, mark);
  }
}

if (!(await tokenIsChecked())) console.error(gatewayTexts.unreachable(server));
console.log(gatewayTexts.watching(folder, instrument));
await scanFolder();
for (let at = 0; !runOnce || at < 1; at += 1) {
  await new Promise((done) => setTimeout(done, runOnce ? 200 : pollIntervalMs));
  await scanFolder();
}
