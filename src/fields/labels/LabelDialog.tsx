import { Button, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { PageModal } from '@/session/overlays';
import { Label, type LabelRow, LabelSheets } from './LabelSheets';
import { labelSizes, pagesOf } from './labelSizes';
import styles from './labels.module.css';

const codeKindOptions = [
  { value: 'all', label: '全部' },
  { value: 'sample', label: '样品' },
  { value: 'blank', label: '空白' },
];

interface LabelDialogProps {
  readonly title: string;
  readonly open: boolean;
  /** Rows in the order of printing. */
  readonly rows: readonly LabelRow[];
  readonly onClose: () => void;
}

/** Dialog that prints one label per row. */
export function LabelDialog({ title, open, rows, onClose }: LabelDialogProps) {
  const [kind, setKind] = useState('all');
  const [sizeKey, setSizeKey] = useState('sheet');
  const [skippedCount, setSkippedCount] = useState(0);
  const labelSize = labelSizes.find(({ key }) => key === sizeKey) ?? labelSizes[0];
  const samples = open ? rows.filter((row) => kind === 'all' || row.sampleKind === kind) : [];
  if (!labelSize) return null;
  const pages = pagesOf(samples, labelSize, skippedCount).length;
  return (
    <PageModal
      title={title}
      open={open}
      onCancel={onClose}
      width={640}
      footer={[
        <Button key="close" size="large" onClick={onClose}>
          关闭
        </Button>,
        <Button key="print" type="primary" size="large" disabled={!samples.length} onClick={() => window.print()}>
          打印{samples.length}枚
        </Button>,
      ]}
    >
      <div className={styles.choices}>
        {rows.some(({ sampleKind }) => sampleKind === 'blank') && (
          <Radio.Group
            aria-label="样品"
            options={codeKindOptions}
            value={kind}
            onChange={({ target }) => setKind(String(target.value))}
          />
        )}
        <Radio.Group
          aria-label="标签纸"
          vertical
          value={sizeKey}
          onChange={({ target }) => setSizeKey(String(target.value))}
          options={labelSizes.map(({ key, title }) => ({ value: key, label: title }))}
        />
        {sizeKey === 'sheet' && (
          <div>
            从第几枚开始（已用过的标签纸）：
            <InputNumber
              aria-label="从第几枚开始"
              min={1}
              max={24}
              value={skippedCount + 1}
              onChange={(value) => setSkippedCount((value ?? 1) - 1)}
            />
          </div>
        )}
        <div role="status">
          共{samples.length}枚，{pages}张
        </div>
      </div>
      <div className={styles.preview} aria-label="预览">
        {samples.slice(0, 6).map((row) => (
          <div key={row.id} style={{ width: `${labelSize.label.width}mm`, height: `${labelSize.label.height}mm` }}>
            <Label row={row} />
          </div>
        ))}
      </div>
      {open && samples.length > 0 && <LabelSheets samples={samples} size={labelSize} skippedCount={skippedCount} />}
    </PageModal>
  );
}
