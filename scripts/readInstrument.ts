// npm run read-instrument -- FILE [--profile ID|FILE.json]: prints the readings of an instrument's file, one JSON
// object per line. It exits with 2 and prints nothing where no profile matches the file.
import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { InstrumentProfile } from '../contract/features/laboratory/instruments/instrumentProfile';
import { profileOf } from '../contract/features/laboratory/instruments/profiles/shippedProfiles';
import { readingAsJson } from '../contract/features/laboratory/instruments/readingAsJson';
import { readInstrument } from '../contract/features/laboratory/instruments/readInstrument';
import { openSource } from '../server/features/laboratory/instruments/openSource';

const usage = '用法：npm run read-instrument -- 文件 [--profile 编号或JSON文件]';

function refuse(sentence: string, code = 1): never {
  console.error(sentence);
  process.exit(code);
}

const args = process.argv.slice(2);
const at = args.indexOf('--profile');
const profileName = at < 0 ? null : (args[at + 1] ?? refuse(usage));
const files = args.filter((_, place) => at < 0 || (place !== at && place !== at + 1));
const [file] = files;
if (files.length !== 1 || file === undefined) refuse(usage);
const path = resolve(process.env['INIT_CWD'] ?? '', file);
if (!existsSync(path)) refuse(`没有文件 ${file}，请核对文件名。`);

function chosenProfile(name: string): InstrumentProfile {
  const shipped = profileOf(name);
  if (shipped) return shipped;
  const profileFile = resolve(process.env['INIT_CWD'] ?? '', name);
  if (!existsSync(profileFile)) refuse(`没有读取方式“${name}”，请核对编号。`);
  return JSON.parse(readFileSync(profileFile, 'utf8')) as InstrumentProfile;
}

const source = await openSource(basename(path), readFileSync(path));
const { profile, lines, problem } = readInstrument(source, profileName === null ? null : chosenProfile(profileName));
if (problem !== null) refuse(problem, 2);
console.error(`${profile?.label ?? ''}（${profile?.id ?? ''}）：${lines.length}个数值`);
for (const line of lines) console.log(readingAsJson(line));
process.exit(0);
