import { unwrapSoap, provincialService, soapAnswer } from '../exchange/provincialEnvelope';
import { md5Hex, rsaFits } from '../exchange/signatureAlgorithms';
import { elementAt, fromXml, toXml } from '../exchange/xml';
import { checkReport } from './provincialChecks';

// Receiver of provincial check reports (platform formats A.11): checks envelope, clock, replay and signatures, then
// the report.

export interface ProvincialAccount {
  readonly userId: string;
  readonly password: string;
  /** Public key of the organisation, PEM. */
  readonly publicKey: string;
}

/** Code lists of the receiver. */
export interface ProvincialLists {
  readonly items: Pick<ReadonlySet<string>, 'has'>;
  readonly areas: Pick<ReadonlySet<string>, 'has'>;
}

export interface ProvincialMock {
  /** Accepted reports by number: the XML of the newest. */
  readonly reports: Map<string, string>;
  /** Answers a SOAP request. */
  receive(text: string): { readonly status: number; readonly body: string };
}

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Converts `yyyy-MM-ddHH:mm:ss` in China's time zone to ms; NaN for any other text. */
const momentOf = (time: string): number => {
  const parts = /^(\d{4}-\d{2}-\d{2})(\d{2}:\d{2}:\d{2})$/.exec(time);
  return parts ? Date.parse(`${parts[1] ?? ''}T${parts[2] ?? ''}+08:00`) : Number.NaN;
};

/** Refusal whose reason names the element. */
class MockRefusal extends Error {
  override readonly name = 'Refused';
}

/**
 * Checks service, account, clock, signatures and replay.
 * @throws Refused
 */
function checkHeader(
  message: string,
  header: unknown,
  accounts: readonly ProvincialAccount[],
  seenMarks: Set<string>,
  { now, skewMinutes }: { readonly now: () => Date; readonly skewMinutes: number },
): void {
  const at = (name: string) => textOrEmpty(elementAt(header, name));
  const [service, userId, requestTime] = [at('service'), at('userId'), at('requestTime')];
  if (service !== provincialService) throw new MockRefusal(`header.service：没有业务“${service}”`);
  const account = accounts.find((candidate) => candidate.userId === userId);
  if (!account) throw new MockRefusal('header.userId：没有该账号');
  const requestedMs = momentOf(requestTime);
  if (Number.isNaN(requestedMs)) throw new MockRefusal('header.requestTime：应为yyyy-MM-ddHH:mm:ss');
  if (Math.abs(requestedMs - now().getTime()) > skewMinutes * 60_000)
    throw new MockRefusal(`header.requestTime：与平台时间相差超过${skewMinutes}分钟`);
  if (at('headSign') !== md5Hex(service + requestTime + userId + account.password))
    throw new MockRefusal('header.headSign：签名不符');
  const body = /<body>.*<\/body>/s.exec(message)?.[0] ?? '';
  if (!rsaFits(account.publicKey, body, at('bodySign'))) throw new MockRefusal('header.bodySign：签名不符');
  const requestMark = at('headSign');
  if (seenMarks.has(requestMark)) throw new MockRefusal('header.headSign：重复的请求');
  seenMarks.add(requestMark);
}

/** Starts a receiver without reports. */
export function provincialMock(
  accounts: readonly ProvincialAccount[],
  provincialLists: ProvincialLists,
  now: () => Date,
  skewMinutes: number,
): ProvincialMock {
  const reports = new Map<string, string>();
  const seenMarks = new Set<string>();

  function takeMessage(message: string): void {
    if (/\s/.test(message)) throw new MockRefusal('data：报文中不能有空白');
    const tree = fromXml(message);
    if (!tree || Object.keys(tree).join() !== 'data') throw new MockRefusal('data：报文不是以data为根的XML');
    const data = tree['data'] as Readonly<Record<string, unknown>>;
    if (Object.keys(data).join() !== 'header,body') throw new MockRefusal('data：应有一个header和一个body');
    checkHeader(message, data['header'], accounts, seenMarks, { now, skewMinutes });
    const element = elementAt(data, 'body', 'reportList', 'report');
    const list = Array.isArray(element) ? (element as unknown[]) : element === undefined ? [] : [element];
    if (list.length === 0) throw new MockRefusal('body.reportList：没有报告');
    for (const report of list) {
      const fault = checkReport(report, provincialLists);
      if (fault) throw new MockRefusal(fault);
    }
    for (const report of list) reports.set(textOrEmpty(elementAt(report, 'reportInfo', 'code')), message);
  }

  return {
    reports,
    receive(request) {
      const message = unwrapSoap(request, 'transport', 'arg0');
      const returnAnswer = (returnCode: string, messageText: string) => ({
        status: 200,
        body: soapAnswer(toXml({ data: { returnCode, message: messageText } })),
      });
      if (message === null) return { status: 400, body: 'not a SOAP request' };
      try {
        takeMessage(message);
        return returnAnswer('0', '');
      } catch (error) {
        if (error instanceof MockRefusal) return returnAnswer('1', error.message);
        throw error;
      }
    },
  };
}
