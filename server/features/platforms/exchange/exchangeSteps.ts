import { createHash } from 'node:crypto';
import type { ExchangeMessage } from '@contract/features/platforms/exchange/exchangeAdapters';
import { judgeExchange, type PlatformReply } from '@contract/features/platforms/exchange/exchangeAnswer';
import type { JudgedAnswer } from '@contract/features/platforms/judgePlatformAnswer';
import { platformTexts } from '@contract/features/platforms/platformTexts';
import { NotSigned } from './notSigned';
import { wrapInSoap, provincialBody, provincialMessage, parseProvincialAnswer } from './provincialEnvelope';
import { rsaPrivateKey } from './signatureAlgorithms';

// The requests of a message, sent one after another. The push stores what the platform accepted, so that a second
// attempt continues after the last accepted request.

/** Parts of a push that the platform has accepted so far. */
export interface ExchangeProgress {
  /** Platform's id of the project. */
  readonly id?: string;
  /** SHA-256 of the accepted content, by step. Unchanged content is not sent again. */
  readonly done?: Readonly<Record<string, string>>;
}

/** Returns the digest of a step's content, without keys and times. */
const digestOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export interface Credentials {
  readonly account: string;
  readonly key: string;
  readonly signingKey: string;
}

/** File of an issued report that is sent to the platform. */
export interface SentFile {
  readonly name: string;
  readonly mime: string;
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface ExchangeRequest {
  readonly step: string;
  /** Digest of the file's content (`Progress.done`). */
  readonly digest: string;
  /** Path after the connector's address; empty for the address itself. */
  readonly path: string;
  readonly body: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
  /** Request as it is stored, without keys and without contents of files. */
  readonly storedRequest: Readonly<Record<string, unknown>>;
}

interface StepContext {
  readonly message: ExchangeMessage;
  readonly progress: ExchangeProgress;
  readonly credentials: Credentials;
  /** `yyyy-MM-dd HH:mm:ss` in the organization's zone. */
  readonly time: string;
  readonly org: { readonly code: string; readonly name: string };
  readonly file: SentFile | null;
}

const hiddenText = '***';

function provincialRequest({ message, credentials, time }: StepContext): ExchangeRequest {
  if (message.adapter !== 'provincial') throw new NotSigned(platformTexts.wrongPart);
  const privateKey = rsaPrivateKey(credentials.signingKey);
  if (!privateKey) throw new NotSigned(platformTexts.badSigningKey);
  const text = provincialMessage(provincialBody(message.report), {
    userId: credentials.account,
    password: credentials.key,
    privateKey,
    time,
  });
  return {
    step: 'report',
    digest: digestOf(message.report),
    path: '',
    body: wrapInSoap(text),
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""', accept: 'text/xml' },
    // The stored digest over the password would allow attempts to guess the password offline.
    storedRequest: { xml: text.replace(/<headSign>[^<]*<\/headSign>/, `<headSign>${hiddenText}</headSign>`) },
  };
}

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8', accept: 'application/json' };

/** Kinds of files (platform formats B.3) by the kind of check. */
const affixOf: Readonly<Record<string, string>> = { '2': '1', '3': '3', '4': '4' };

/** Returns the upload of the report's file, as a form. */
function affixRequest(
  { project }: ExchangeMessage & { readonly adapter: 'county' },
  belongThirdPrjId: string,
  { key }: Credentials,
  orgFields: Readonly<Record<string, string>>,
  file: SentFile,
): ExchangeRequest {
  const affixType = affixOf[project['checkType'] ?? ''] ?? '1';
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...orgFields, orgKey: key, belongThirdPrjId, affixType }))
    body.set(name, value);
  body.set('files', new Blob([file.bytes], { type: file.mime }), file.name);
  const path = 'ThirdPrjAffix/addAffix';
  return {
    step: 'affix',
    digest: digestOf(file.sha256),
    path,
    body,
    headers: { accept: 'application/json' },
    storedRequest: { path, ...orgFields, orgKey: hiddenText, belongThirdPrjId, affixType, files: file.name },
  };
}

/** Returns the next request of a project: the project, its report's file, then each kind of result. */
function countyRequest({ message, progress, credentials, org, file }: StepContext): ExchangeRequest | null {
  if (message.adapter !== 'county') throw new NotSigned(platformTexts.wrongPart);
  const orgFields = { orgCode: org.code, orgName: org.name };
  const isDone = (step: string, content: unknown) => progress.done?.[step] === digestOf(content);
  const post = (step: string, path: string, extraFields: Readonly<Record<string, unknown>>, content: unknown) => ({
    step,
    digest: digestOf(content),
    path,
    body: JSON.stringify({ ...orgFields, orgKey: credentials.key, ...extraFields }),
    headers: jsonHeaders,
    storedRequest: { path, ...orgFields, orgKey: hiddenText, ...extraFields },
  });
  const { project, kinds } = message;
  if (!isDone('project', project))
    return progress.id
      ? post('project', 'ThirdPrjInfo/edit', { id: progress.id, ...project }, project)
      : post('project', 'ThirdPrjInfo/add', project, project);
  const belongThirdPrjId = progress.id ?? '';
  if (file && !isDone('affix', file.sha256))
    return affixRequest(message, belongThirdPrjId, credentials, orgFields, file);
  const nextCountyChildren = kinds.find(({ path, children }) => !isDone(path, children));
  return nextCountyChildren
    ? post(
        nextCountyChildren.path,
        nextCountyChildren.path,
        { belongThirdPrjId, children: nextCountyChildren.children },
        nextCountyChildren.children,
      )
    : null;
}

/** Returns the next request of a message; null if the platform has accepted everything. */
export function nextRequest(stepContext: StepContext): ExchangeRequest | null {
  const { message, progress } = stepContext;
  if (message.adapter === 'provincial')
    return progress.done?.['report'] === digestOf(message.report) ? null : provincialRequest(stepContext);
  if (message.adapter === 'county') return countyRequest(stepContext);
  return null;
}

interface AnsweredStep extends JudgedAnswer {
  readonly progress: ExchangeProgress;
}

/** Parses a county platform's answer: `code`, `message`, `body`. */
function parseCountyAnswer(text: string): (PlatformReply & { readonly body: unknown }) | null {
  try {
    const parsedAnswer: unknown = JSON.parse(text);
    if (typeof parsedAnswer !== 'object' || parsedAnswer === null) return null;
    const { code, message, body } = parsedAnswer as Readonly<Record<string, unknown>>;
    if (typeof code !== 'string' && typeof code !== 'number') return null;
    return { code: String(code), message: typeof message === 'string' ? message : '', body };
  } catch {
    return null;
  }
}

/** Judges the answer to a step and adds what the platform accepted to the progress. */
export function withPlatformAnswer(
  message: ExchangeMessage,
  { step, digest }: Pick<ExchangeRequest, 'step' | 'digest'>,
  progress: ExchangeProgress,
  { status, text }: { readonly status: number; readonly text: string },
): AnsweredStep {
  const platformReply = message.adapter === 'provincial' ? parseProvincialAnswer(text) : parseCountyAnswer(text);
  const judgement = judgeExchange(message.adapter, status, platformReply);
  if (judgement.outcome !== 'accepted') return { ...judgement, progress };
  const body = platformReply && 'body' in platformReply ? platformReply.body : null;
  const id = step === 'project' && (typeof body === 'string' || typeof body === 'number') ? String(body) : undefined;
  if (step === 'project' && id === undefined && !progress.id)
    return { ...judgement, outcome: 'unreachable', message: platformTexts.unreadable, progress };
  return {
    ...judgement,
    receiptNo: judgement.receiptNo ?? id ?? progress.id ?? null,
    progress: { ...progress, ...(id ? { id } : {}), done: { ...progress.done, [step]: digest } },
  };
}
