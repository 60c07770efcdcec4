import { Alert, Button, Drawer, Empty } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useOnline } from '@/lib/useOnline';
import { useSession } from '@/session/sessionStore';
import { conflictOf, isHeldBack, type OutboxItem, withOwnValues, withOtherValues } from './outboxRules';
import { confirmAndDiscard, resendItem, useOutbox, useOwnQueue } from './outboxState';
import { outboxTexts } from './outboxTexts';
import { runOutbox } from './runOutbox';
import styles from './outbox.module.css';

function QueuedItem({
  item,
  queue,
  sending,
}: {
  readonly item: OutboxItem;
  readonly queue: readonly OutboxItem[];
  readonly sending: boolean;
}) {
  const { refused: refusal } = item;
  const conflict = conflictOf(item);
  const remainingBody = conflict && withOtherValues(conflict);
  const state = sending ? outboxTexts.sending : refusal ? null : isHeldBack(item, queue) ? outboxTexts.waitsFor : null;
  return (
    <li className={styles.item} data-refused={Boolean(refusal)}>
      <div className={styles.itemHead}>
        <strong>{item.title}</strong>
        <time>{dayjs(item.at).format('MM-DD HH:mm')}</time>
      </div>
      {state && <div className={styles.quiet}>{state}</div>}
      {refusal && (
        <>
          <div className={styles.refusal} role="alert">
            {refusal.message}
          </div>
          <div className={styles.actions}>
            {conflict && (
              <Button size="large" onClick={() => void resendItem(item, withOwnValues(conflict))}>
                {outboxTexts.keepMine}
              </Button>
            )}
            {conflict && remainingBody !== null && (
              <Button size="large" onClick={() => void resendItem(item, remainingBody)}>
                {outboxTexts.keepTheirs}
              </Button>
            )}
            {!conflict && (
              <Button size="large" onClick={() => void resendItem(item)}>
                {outboxTexts.retry}
              </Button>
            )}
            <Button size="large" danger onClick={() => void confirmAndDiscard(item)}>
              {outboxTexts.discard}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

/** Lists everything that has not been sent, with the server's refusals and the available actions. */
export function OutboxPanel({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const queue = useOwnQueue();
  const userId = useSession((session) => session.user?.id);
  const outboxItems = useOutbox((state) => state.items);
  const sealed = useOutbox((state) => state.sealed.filter((item) => item.userId !== userId).length);
  const current = useOutbox((state) => state.current);
  const online = useOnline();
  const otherUsers = useMemo(() => {
    const counts = new Map<number, { name: string; count: number }>();
    for (const item of outboxItems)
      if (item.userId !== userId)
        counts.set(item.userId, { name: item.userName, count: (counts.get(item.userId)?.count ?? 0) + 1 });
    return [...counts.entries()];
  }, [outboxItems, userId]);
  return (
    <Drawer
      title={queue.length ? outboxTexts.waiting(queue.length) : outboxTexts.title}
      open={open}
      onClose={onClose}
      placement="right"
      size={420}
      classNames={{ wrapper: styles.drawer ?? '' }}
    >
      {otherUsers.map(([id, { name, count }]) => (
        <Alert
          key={id}
          className={styles.alert ?? ''}
          type="warning"
          showIcon
          title={outboxTexts.others(name, count)}
        />
      ))}
      {sealed > 0 && (
        <Alert className={styles.alert ?? ''} type="warning" showIcon title={outboxTexts.othersSealed(sealed)} />
      )}
      {queue.length > 0 && (
        <Alert
          className={styles.alert ?? ''}
          type={online ? 'info' : 'warning'}
          showIcon
          title={online ? outboxTexts.next : outboxTexts.offline}
        />
      )}
      {queue.length > 0 && (
        <Button type="primary" size="large" block disabled={!online} onClick={() => void runOutbox(true)}>
          {outboxTexts.sendNow}
        </Button>
      )}
      {queue.length === 0 && <Empty description={outboxTexts.allSent} />}
      <ul className={styles.items}>
        {queue.map((item) => (
          <QueuedItem key={item.seq} item={item} queue={queue} sending={item.seq === current} />
        ))}
      </ul>
    </Drawer>
  );
}
