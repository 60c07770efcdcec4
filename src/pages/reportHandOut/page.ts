import { succeeded } from '@/api/succeeded';
import { fetchReceiptHref } from '@/features/reports/handOut/handOutCalls';
import { ReceiptLink } from '@/features/reports/handOut/ReceiptLink';
import { useReceipt } from '@/features/reports/handOut/receiptStore';
import { defineAction, definePage } from '@/listEditor';
import { reportHandOut } from '@contract/features/reports/entities/reportHandOut';
import { handOutTexts } from '@contract/features/reports/handOut/handOutTexts';

/** /reportHandOut: who received which issued report, how, and who signed the receipt. */
export default definePage({
  entity: reportHandOut,
  url: 'api/reportHandOut',
  columns: [
    'reportNo',
    'times',
    'copies',
    'receiver',
    'way',
    'courier',
    'controlNo',
    'receivedBy',
    'receivedAt',
    'createBy',
    'createTime',
    'remark',
  ],
  filters: ['reportNo', 'receiver', 'way', 'courier', 'receivedAt', 'createTime'],
  form: ['report', 'receiver', 'copies', 'controlNo', 'way', 'courier', 'remark'],
  slots: { aboveList: ReceiptLink },
  actions: [
    defineAction({
      key: 'receipt',
      label: handOutTexts.link,
      place: 'row',
      enabled: ([row]) => row?.receivedAt === null,
      run: async ({ rows: [row] }) => {
        if (!row) return;
        await succeeded(
          fetchReceiptHref(row.id).then((href) =>
            useReceipt.setState({ shown: { title: String(row.reportNo), href } }),
          ),
        );
      },
    }),
  ],
});
