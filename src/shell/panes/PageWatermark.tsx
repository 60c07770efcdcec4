import { Watermark } from 'antd';
import { useEffect, useState } from 'react';
import { dayText, timeText } from '@/lib/dateTexts';
import { useSession } from '@/session/sessionStore';
import { productTitle } from '@contract/constants';
import styles from '../overlays/overlays.module.css';

const minuteMs = 60_000;

const momentText = (date: Date): string => `${dayText(date)} ${timeText(date).replace(/(..)(..)../, '$1:$2')}`;

/**
 * Shows name, organization and time over the whole window without blocking it, so that a photograph of it shows its
 * origin.
 */
export function PageWatermark() {
  const user = useSession((session) => session.user);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const name = user ? `${user.nickName || user.userName}（${user.userName}）` : '';
  return (
    <Watermark
      className={styles.watermark ?? ''}
      content={[name, user?.organization?.name ?? productTitle, momentText(now)]}
      gap={[120, 100]}
      // Medium grey: readable on a photograph in light and dark mode, but weaker than the text.
      font={{ color: 'rgba(128, 138, 145, 0.2)', fontSize: 14 }}
    >
      <div aria-hidden="true" data-watermark={`${name} ${user?.organization?.name ?? productTitle}`} />
    </Watermark>
  );
}
