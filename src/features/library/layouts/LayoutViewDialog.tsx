import { Alert, Button } from 'antd';
import { PageModal } from '@/session/overlays';
import type { LayoutView } from '@contract/features/library/layoutWire';
import type { LayoutViewBlock } from '@contract/print/layoutFields';
import styles from './layouts.module.css';

function ViewTable({ rows, omitted }: Extract<LayoutViewBlock, { kind: 'table' }>) {
  return (
    <div className={styles.tableFrame}>
      <table className={styles.table}>
        <tbody>
          {/* The parts of a filled file never move. */}
          {/* oxlint-disable react/no-array-index-key */}
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ text, span }, cell) => (
                <td key={cell} colSpan={span}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
          {/* oxlint-enable react/no-array-index-key */}
        </tbody>
      </table>
      {omitted > 0 && <p>另有{omitted}行未显示</p>}
    </div>
  );
}

interface LayoutViewDialogProps {
  readonly view: LayoutView | null;
  readonly onClose: () => void;
  readonly onDownload: () => void;
}

/** Shows a filled layout as texts and tables, where no office program makes a PDF of it. */
export function LayoutViewDialog({ view, onClose, onDownload }: LayoutViewDialogProps) {
  return (
    <PageModal
      open={view !== null}
      width="min(960px, 94vw)"
      title={view?.title}
      footer={<Button onClick={onDownload}>下载</Button>}
      onCancel={onClose}
      destroyOnHidden
    >
      <Alert
        type="info"
        showIcon
        title="这里只显示文字和表格，供核对取值；字体、边框和图片请下载后用Word、Excel或WPS查看"
      />
      <div className={styles.view}>
        {view?.blocks.map((block, index) =>
          block.kind === 'table' ? (
            // oxlint-disable-next-line react/no-array-index-key
            <ViewTable key={index} {...block} />
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <p key={index}>{block.text}</p>
          ),
        )}
      </div>
    </PageModal>
  );
}
