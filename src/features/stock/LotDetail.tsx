import { useQuery } from '@tanstack/react-query';
import { Descriptions, Empty, Skeleton } from 'antd';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { cellText, DictCell, emptyCellText } from '@/fields';
import { FileLink } from '@/fields/preview/FileLink';
import { ScrollRegion } from '@/lib/ScrollRegion';
import { useLabels } from '@/session/dictionaryStore';
import { useCan } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { consumable } from '@contract/features/stock/entities/consumable';
import { reagent } from '@contract/features/stock/entities/reagent';
import { standard } from '@contract/features/stock/entities/standard';
import type { LotRecord, RelatedLot } from '@contract/features/stock/lotUses';
import { amountText, plainAmount } from '@contract/features/stock/stockAmounts';
import { type StockKind, stockLabels } from '@contract/features/stock/stockKinds';
import { BalanceCell } from './BalanceCell';
import { LotLink } from './LotLink';
import { fetchLedger, fetchUses, type LedgerRow, stockKey } from './stockCalls';
import { StockContext } from './stockContext';
import styles from './stock.module.css';

const lotEntities: Readonly<Record<StockKind, Entity>> = { standard, reagent, consumable };

function LotFacts({ entity, row }: { readonly entity: Entity; readonly row: AnyRow }) {
  const labels = useLabels(entity);
  const content = (name: string) => {
    const field = entity.fields[name];
    const value = row[name];
    if (!field) return emptyCellText;
    if (name === 'balance') return <BalanceCell row={row} />;
    if (field.kind === 'dict') return <DictCell dict={field.dict} value={value} />;
    if (field.kind === 'file')
      return typeof value === 'string' ? (
        <FileLink id={value} size="small" label={`查看${field.label}`} />
      ) : (
        emptyCellText
      );
    return cellText(field, value, row, name, labels);
  };
  return (
    <Descriptions
      column={{ xs: 1, md: 2 }}
      size="small"
      bordered
      items={Object.entries(entity.fields).map(([name, field]) => ({
        key: name,
        label: field.label,
        children: content(name),
      }))}
    />
  );
}

interface LotLedgerProps {
  readonly lines: readonly LedgerRow[];
  readonly onReturn?: ((issue: LedgerRow) => void) | undefined;
}

/** One movement of a lot; an issue can be returned. */
function LedgerLine({ line, onReturn }: Pick<LotLedgerProps, 'onReturn'> & { readonly line: LedgerRow }) {
  return (
    <tr>
      <td>{line.createTime.slice(0, 16)}</td>
      <td>
        <DictCell dict="stockMovementKind" value={line.movementKind} />
      </td>
      <td className={styles.number}>
        {Number(line.delta) > 0 ? '+' : ''}
        {plainAmount(line.delta)}
      </td>
      <td className={styles.number}>{amountText(line.balanceAfter, line.amountUnit ?? null)}</td>
      <td>
        {String(line.createByName ?? emptyCellText)}
        {line.receiverName && line.receiverName !== line.createByName ? `，领用${line.receiverName}` : ''}
      </td>
      <td>
        {[
          line.projectName,
          line.sheetName,
          line.intoStandardName ?? line.intoReagentName,
          line.issueName && `退${line.issueName}`,
          line.reason,
        ]
          .filter(Boolean)
          .join('，') || emptyCellText}
      </td>
      <td className="mono">{line.movementNo}</td>
      {onReturn && (
        <td>
          {line.movementKind === 'out' && (
            <button type="button" className={styles.link} style={{ marginLeft: 0 }} onClick={() => onReturn(line)}>
              退库
            </button>
          )}
        </td>
      )}
    </tr>
  );
}

/** Table of the movements of a lot. */
function LotLedger({ lines, onReturn }: LotLedgerProps) {
  return (
    <ScrollRegion className={styles.scroll} label="出入库流水">
      <table className={styles.table} aria-label="出入库流水">
        <thead>
          <tr>
            <th>时间</th>
            <th>类型</th>
            <th className={styles.number}>数量</th>
            <th className={styles.number}>结存</th>
            <th>经办、领用</th>
            <th>用于</th>
            <th>流水号</th>
            {onReturn && <th>操作</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LedgerLine key={line.id} line={line} onReturn={onReturn} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** Lists related lots. Amounts are in the unit of the lot that was used. */
const RelatedLots = ({
  title,
  lots,
  unit,
}: {
  readonly title: string;
  readonly lots: readonly RelatedLot[];
  readonly unit?: string | null;
}) =>
  lots.length > 0 && (
    <>
      <h3 className={styles.title}>{title}</h3>
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {lots.map(({ kind, lot, amount }) => (
          <li key={`${kind}${lot.id}`}>
            {stockLabels[kind]} <LotLink kind={kind} lot={lot} />
            ，用去{amountText(amount, unit === undefined ? lot.amountUnit : unit)}
          </li>
        ))}
      </ul>
    </>
  );

const mayOpen = ['labSheet:list'];

/** Number of a record, linked for people who may open it. */
function RecordLink({ record }: { readonly record: LotRecord }) {
  const address = recordAddress(record);
  return useCan(mayOpen) && address ? <Link to={address}>{record.sheetNo}</Link> : record.sheetNo;
}

/** Table of the laboratory records that used a lot, directly or through a solution made of it. */
function LotRecords({ records }: { readonly records: readonly LotRecord[] }) {
  return (
    <ScrollRegion className={styles.scroll} label="用于检测记录">
      <table className={styles.table} aria-label="用于检测记录">
        <thead>
          <tr>
            <th>记录编号</th>
            <th>项目</th>
            <th>检测项目</th>
            <th>检测日期</th>
            <th>检测人</th>
            <th>用作</th>
            <th>状态</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={`${record.id}${record.role}${record.throughLotNo ?? ''}`}>
              <td className="mono">
                <RecordLink record={record} />
              </td>
              <td className="mono">{record.projectCode}</td>
              <td>{record.hazardName}</td>
              <td>{record.testDate ?? emptyCellText}</td>
              <td>{record.analystName ?? emptyCellText}</td>
              <td>
                {record.role}
                {record.throughLotNo && `（经${record.throughLotNo}）`}
              </td>
              <td>
                <DictCell dict="recordState" value={record.state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** One lot: data, ledger, sources and products, and all records that used it. */
export function LotDetail({ row }: { readonly row: AnyRow }) {
  const { kind, onReturn } = useContext(StockContext);
  const takeBack = onReturn && ((issue: LedgerRow) => onReturn(issue, row.id));
  const ledger = useQuery({
    queryKey: [...stockKey(kind), 'ledger', row.id],
    queryFn: ({ signal }) => fetchLedger(kind, row.id, signal),
    retry: false,
  });
  const uses = useQuery({
    queryKey: [...stockKey(kind), 'uses', row.id],
    queryFn: ({ signal }) => fetchUses(kind, row.id, signal),
    retry: false,
  });
  return (
    <>
      <LotFacts entity={lotEntities[kind]} row={row} />
      <h3 className={styles.title}>出入库流水</h3>
      {ledger.isPending && <Skeleton active />}
      {ledger.error && <Empty description="流水加载失败，请稍后重试" />}
      {ledger.data &&
        (ledger.data.length ? (
          <LotLedger lines={ledger.data} onReturn={takeBack} />
        ) : (
          <Empty description="还没有出入库" />
        ))}
      {uses.data && <RelatedLots title="由以下批次配制" lots={uses.data.madeOf} />}
      {uses.data && (
        <RelatedLots title="配制成" lots={uses.data.madeInto} unit={(row.amountUnit as string | null) ?? null} />
      )}
      <h3 className={styles.title}>用于检测记录</h3>
      {uses.isPending && <Skeleton active />}
      {uses.error && <Empty description="使用记录加载失败，请稍后重试" />}
      {uses.data &&
        (uses.data.records.length ? (
          <LotRecords records={uses.data.records} />
        ) : (
          <Empty description="还没有用于检测记录" />
        ))}
    </>
  );
}
