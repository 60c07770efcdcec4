import type { KeyObject } from 'node:crypto';
import type { PlatformReply } from '@contract/features/platforms/exchange/exchangeAnswer';
import { md5Hex, rsaSign } from './signatureAlgorithms';
import { elementAt, fromXml, withoutWhitespace, toXml } from './xml';

// Envelope of the provincial check report (platform formats A.1–A.3): SOAP 1.1 around one text. The text is XML with
// a header that contains two signatures.

const provincialNamespace = 'http://server.zhejian.com/';
export const provincialService = 'CHECK_REPORT';

interface EnvelopeHeader {
  readonly userId: string;
  readonly password: string;
  readonly privateKey: KeyObject;
  /** `yyyy-MM-dd HH:mm:ss` in the platform's zone. */
  readonly time: string;
}

/** Returns the element `body` as it is signed: built, escaped, then without blanks. */
export const provincialBody = (report: Readonly<Record<string, unknown>>): string =>
  withoutWhitespace(toXml({ body: { reportList: { report: [report] } } }));

/**
 * Returns the message: a header with MD5 over service, time, account and password, and with SHA256withRSA over the
 * text of `body`.
 */
export function provincialMessage(body: string, { userId, password, privateKey, time }: EnvelopeHeader): string {
  const requestTime = withoutWhitespace(time);
  const header = {
    service: provincialService,
    userId,
    requestTime,
    headSign: md5Hex(provincialService + requestTime + userId + password),
    bodySign: rsaSign(privateKey, body),
  };
  // The body is inserted in its signed form. Built again, it might differ.
  const [before, after] = toXml({ data: { header, body: '' } }).split('<body></body>');
  return withoutWhitespace(`${before ?? ''}${body}${after ?? ''}`);
}

const xmlDeclaration = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8' } };

/** Returns SOAP 1.1 around the text of an operation. */
const soapEnvelope = (operation: string, part: string, message: string): string =>
  toXml({
    ...xmlDeclaration,
    'soapenv:Envelope': {
      '@xmlns:soapenv': 'http://schemas.xmlsoap.org/soap/envelope/',
      '@xmlns:ser': provincialNamespace,
      'soapenv:Header': '',
      'soapenv:Body': { [`ser:${operation}`]: { [part]: message } },
    },
  });

/** Wraps a message as the argument of the operation `transport`. */
export const wrapInSoap = (message: string): string => soapEnvelope('transport', 'arg0', message);

/** Wraps an answer as the receiver does. */
export const soapAnswer = (message: string): string => soapEnvelope('transportResponse', 'return', message);

/** Returns the text inside a SOAP request or answer; null for any other text. */
export function unwrapSoap(text: string, operation: string, part: string): string | null {
  const element = elementAt(fromXml(text), 'Envelope', 'Body', operation, part);
  return typeof element === 'string' ? element : null;
}

/** Parses the platform's answer: `returnCode` and a reason. */
export function parseProvincialAnswer(text: string): PlatformReply | null {
  const inner = unwrapSoap(text, 'transportResponse', 'return');
  const tree = inner === null ? null : fromXml(inner);
  const code = elementAt(tree, 'data', 'returnCode');
  if (typeof code !== 'string') return null;
  const [message, receipt] = [elementAt(tree, 'data', 'message'), elementAt(tree, 'data', 'receiptNo')];
  return {
    code,
    message: typeof message === 'string' ? message : '',
    receiptNo: typeof receipt === 'string' ? receipt : null,
  };
}
