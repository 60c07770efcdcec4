import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type CountyMock, countyMock } from './countyMock';
import { type GenericAccount, type GenericMock, genericMock } from './genericMock';
import { type ProvincialAccount, type ProvincialLists, type ProvincialMock, provincialMock } from './provincialMock';
import { type SurveyMock, surveyMock } from './surveyMock';

// A receiver for every kind of platform that the product supports, for tests and training. It keeps accepted data in
// memory and sends nothing.

interface MockSettings {
  readonly port: number;
  readonly provincial: readonly ProvincialAccount[];
  readonly lists: ProvincialLists;
  readonly county: Parameters<typeof countyMock>[0];
  /** Numbers of hazards on the county platform. */
  readonly factors: Pick<ReadonlySet<string>, 'has'>;
  readonly survey: { readonly token: string; readonly organization: string };
  readonly generic: readonly GenericAccount[];
  readonly now: () => Date;
  /** Highest difference in minutes between the time of a request and the receiver's clock. */
  readonly skewMinutes: number;
  /** Callback for each request with path and answer, never with a key. */
  readonly onAnswer?: (path: string, answer: string) => void;
}

interface MockPlatform {
  readonly url: string;
  readonly provincial: ProvincialMock;
  readonly county: CountyMock;
  readonly survey: SurveyMock;
  readonly generic: GenericMock;
  close(): Promise<void>;
}

interface MockAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const maxBytes = 64 * 1024 * 1024;
const jsonAnswer = (status: number, body: unknown): MockAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(body),
});

/** Parses a form with one file; stores the file's name under its field. */
async function formOf(
  body: Buffer,
  type: string,
): Promise<{ fields: Record<string, string>; file: Uint8Array | null }> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const fields: Record<string, string> = {};
  let file: Uint8Array | null = null;
  for (const [name, value] of form.entries()) {
    fields[name] = typeof value === 'string' ? value : value.name;
    if (typeof value !== 'string') file = new Uint8Array(await value.arrayBuffer());
  }
  return { fields, file };
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));

/** Starts the receiver on 127.0.0.1; port 0 selects a free port. */
export async function startMockPlatform(settings: MockSettings): Promise<MockPlatform> {
  const { now, skewMinutes, onAnswer } = settings;
  const provincial = provincialMock(settings.provincial, settings.lists, now, skewMinutes);
  const county = countyMock(settings.county, settings.factors);
  const survey = surveyMock(settings.survey.token, settings.survey.organization);
  const genericPlatform = genericMock(settings.generic, now, skewMinutes);

  async function answerRequest(request: IncomingMessage): Promise<MockAnswer> {
    const path = new URL(request.url ?? '/', 'http://mock').pathname;
    const body = await buffer(request);
    const type = request.headers['content-type'] ?? '';
    if (request.method !== 'POST') return jsonAnswer(405, { code: '405', message: '只接收POST' });
    if (body.length > maxBytes) return jsonAnswer(413, { code: '413', message: '内容过大' });
    if (path === '/province') {
      const reply = provincial.receive(body.toString('utf8'));
      return { status: reply.status, type: 'text/xml; charset=utf-8', body: reply.body };
    }
    if (path === '/survey/import') {
      const { file } = type.startsWith('multipart/') ? await formOf(body, type) : { file: null };
      return jsonAnswer(200, await survey.receive(headersOf(request), file));
    }
    if (path.startsWith('/county/')) {
      const content = type.startsWith('multipart/')
        ? (await formOf(body, type)).fields
        : (JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>);
      return jsonAnswer(200, county.receive(path.slice('/county/'.length), content));
    }
    if (path.startsWith('/generic/')) {
      const reply = genericPlatform.receive(headersOf(request), body.toString('utf8'));
      return jsonAnswer(reply.status, reply.body);
    }
    return jsonAnswer(404, { code: '404', message: '没有该接口' });
  }

  const server = createServer((request, response) => {
    void answerRequest(request)
      .catch(() => jsonAnswer(400, { code: '400', message: '内容无法读取' }))
      .then(({ status, type, body }) => {
        onAnswer?.(request.url ?? '', body);
        response.writeHead(status, { 'content-type': type }).end(body);
      });
  });
  await new Promise<void>((resolve) => server.listen(settings.port, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : settings.port}`,
    provincial,
    county,
    survey,
    generic: genericPlatform,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
