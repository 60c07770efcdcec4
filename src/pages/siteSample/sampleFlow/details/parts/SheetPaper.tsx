import { QRCodeSVG } from 'qrcode.react';
import { missing } from '@/fields';
import type { Sheet } from './calls';
import { ItemsTable } from './ItemsTable';
import styles from '../sheet.module.css';

const dayOf = (moment: string | null): string => (moment ? moment.slice(0, 16) : '');

/** The sheet on A4: number with its QR code, items, refused samples, both signatures. */
export function SheetPaper({ data, unit, agency }: { readonly data: Sheet; readonly unit: string; readonly agency: string }) {
  const { sheet, project, items, lines } = data;
  const refused = lines.filter(({ condition }) => condition && condition !== 'intact');
  return (
    <article className={styles.paper}>
      <header className={styles.paperHead}>
        <div>
          <p>{agency}</p>
          <h1>样品流转单</h1>
          <p>单号：<span className="mono">{sheet.sheetNo}</span></p>
        </div>
        <QRCodeSVG value={String(sheet.sheetNo)} size={88} level="M" />
      </header>
      <dl className={styles.paperFacts}>
        <div><dt>项目编号</dt><dd className="mono">{project.code}</dd></div>
        <div><dt>受检单位</dt><dd>{unit || missing}</dd></div>
        <div><dt>交接地点</dt><dd>{sheet.place || missing}</dd></div>
        <div><dt>运输与保存</dt><dd>{sheet.transport || missing}</dd></div>
        <div><dt>送交数量</dt><dd>{sheet.sampleCount ?? lines.length} 个</dd></div>
        <div><dt>接收数量</dt><dd>{sheet.receivedCount === null ? '' : `${sheet.receivedCount} 个`}</dd></div>
      </dl>
      <ItemsTable items={items} received={sheet.state === 'received'} />
      {refused.length > 0 && (
        <section className={styles.paperRefused}>
          <h2>拒收样品</h2>
          <ol>{refused.map((line) => <li key={line.lineId}><span className="mono">{line.sampleNo}</span>：{line.reason}</li>)}</ol>
        </section>
      )}
      {sheet.remark && <p>备注：{sheet.remark}</p>}
      <footer className={styles.paperSigns}>
        <div>交样人：<b>{sheet.giverName ?? ''}</b>{sheet.givenAt && <small>（电子签名）</small>}<br />日期：{dayOf(sheet.givenAt)}</div>
        <div>收样人：<b>{sheet.receiverName ?? ''}</b>{sheet.receivedAt && sheet.state === 'received' && <small>（电子签名）</small>}<br />日期：{dayOf(sheet.receivedAt)}</div>
        <div>领样人：<br />日期：</div>
      </footer>
    </article>
  );
}
