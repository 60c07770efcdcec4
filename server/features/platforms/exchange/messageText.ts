import type { ExchangeMessage } from '@contract/features/platforms/exchange/exchangeAdapters';
import { provincialService } from './provincialEnvelope';
import { toShownXml } from './xml';

// Text of a message for people. Keys and signatures are created at sending; this label stands in their place.

const generatedLater = '发送时生成';

/** Returns the text of a message with line ends and indents. */
export function messageText(message: ExchangeMessage, account: string | null): string {
  if (message.adapter === 'provincial')
    return toShownXml({
      data: {
        header: {
          service: provincialService,
          userId: account ?? '',
          requestTime: generatedLater,
          headSign: generatedLater,
          bodySign: generatedLater,
        },
        body: { reportList: { report: [message.report] } },
      },
    });
  if (message.adapter === 'county')
    return JSON.stringify(
      [
        { path: 'ThirdPrjInfo/add', ...message.project },
        ...message.kinds.map(({ path, children }) => ({ path, children })),
      ],
      null,
      2,
    );
  return [message.heads, ...message.rows].map((row) => row.join('\t')).join('\n');
}
