import { Watermark } from 'antd';
import { useEffect, useState } from 'react';
import { dayText, timeText } from '@/lib/dates';
import { useSession } from '@/session/sessionStore';
import { productTitle } from '@contract/constants';
import styles from '../overlays/overlays.module.css';

/** ms */
const minute = 60_000;

const momentText = (moment: Date): string => `${dayText(moment)} ${timeText(moment).replace(/(..)(..)../, '$1:$2')}`;

/**
 * Who, of whom, and when, over everything on the screen and in the way of nothing: so that a picture of it says where
 * it came from.
 */
export function PageWatermark() {
  const user = useSession((session) => session.user);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(timer);
  }, []);
  const name = user ? `${user.nickName || user.userName}（${user.userName}）` : '';
  return (
    <Watermark
      className={styles.watermark ?? ''}
      content={[name, user?.organization?.name ?? productTitle, momentText(now)]}
      gap={[120, 100]}
      // Grey in the middle between the two surfaces: readable on a photograph, in light and in dark, and beside the
      // text never louder than it.
      font={{ color: 'rgba(128, 138, 145, 0.2)', fontSize: 14 }}
    >
      <div aria-hidden="true" data-watermark={`${name} ${user?.organization?.name ?? productTitle}`} />
    </Watermark>
  );
}
