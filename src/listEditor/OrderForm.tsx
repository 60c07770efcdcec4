import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import { Alert, Button } from 'antd';
import { useEffect, useState } from 'react';
import { client } from '@/api/client';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { usePageDirty } from '@/session/tabs/pageState';
import { withMovedItem, orderTexts } from '@contract/workbook/sortNumbers';
import styles from './orderDialog.module.css';

export interface Ordered {
  readonly id: number;
  readonly label: string;
}

export interface OrderDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Items in their current order. */
  readonly items: readonly Ordered[];
  /** URL that receives the ids in their new order (PUT `{ ids }`). */
  readonly url: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** State of the form: the order as dragged, and the saving. */
function useOrder({
  open,
  items,
  url,
  onClose,
  onSaved,
}: Pick<OrderDialogProps, 'open' | 'items' | 'url' | 'onClose' | 'onSaved'>) {
  const [list, setList] = useState(items);
  const [dragged, setDragged] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setList(items), [items]);
  const isChanged = list.some(({ id }, index) => items[index]?.id !== id);
  usePageDirty('order', open && isChanged);
  const move = (from: number, to: number) => {
    if (to >= 0 && to < list.length && from !== to) setList((before) => withMovedItem(before, from, to));
  };
  const save = async () => {
    setBusy(true);
    try {
      await client.put(url, { ids: list.map(({ id }) => id) });
      feedback.notify('success', orderTexts.saved);
      onSaved();
      onClose();
    } catch {
      // The client has already shown the error. The dialog keeps the new order for another try.
    } finally {
      setBusy(false);
    }
  };
  return { list, dragged, setDragged, busy, isChanged, move, save };
}

/**
 * Dialog 调整顺序: orders items by dragging or by the up and down buttons of each line.
 * @param onSaved called after the server has stored the new order
 */
export function OrderForm({ open, title, items, url, onClose, onSaved }: OrderDialogProps) {
  const { list, dragged, setDragged, busy, isChanged, move, save } = useOrder({ open, items, url, onClose, onSaved });
  return (
    <PageModal
      open={open}
      about={items}
      title={`${orderTexts.title}：${title}`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !isChanged }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Alert type="info" title={orderTexts.hint} className={styles.hint} />
      <ol className={styles.list}>
        {list.map(({ id, label }, index) => (
          <li
            key={id}
            draggable
            data-dragged={dragged === id}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(id);
            }}
            onDragOver={(event) => {
              event.preventDefault();
              if (dragged !== null)
                move(
                  list.findIndex((entry) => entry.id === dragged),
                  index,
                );
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(null)}
          >
            <HolderOutlined aria-hidden />
            <span>{label}</span>
            <Button
              size="small"
              type="text"
              icon={<ArrowUpOutlined />}
              aria-label={orderTexts.up(label)}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <Button
              size="small"
              type="text"
              icon={<ArrowDownOutlined />}
              aria-label={orderTexts.down(label)}
              disabled={index === list.length - 1}
              onClick={() => move(index, index + 1)}
            />
          </li>
        ))}
      </ol>
    </PageModal>
  );
}
