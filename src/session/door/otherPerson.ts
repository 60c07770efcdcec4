import { fetchInfo } from '@/api/auth';
import { onOtherPerson } from '@/api/client';
import { navigation } from '@/lib/browser/navigation';
import { feedback } from '@/lib/feedback';
import { failures } from '@contract/messages';
import { readToken } from '../credentials';
import { useSession } from '../sessionStore';

let asking = false;

/** The page stays, so that what was typed can still be copied; nothing of it is sent. */
async function tell(): Promise<void> {
  if (asking) return;
  asking = true;
  const reload = await feedback.confirm(failures.otherPerson, {
    title: '账号已切换',
    okText: '重新加载',
    cancelText: '留在本页',
  });
  asking = false;
  if (reload) navigation.reload();
}

/**
 * While the console is open. A window that is looked at again is told at once, not with the next thing that it does.
 */
export function followOtherPerson(): () => void {
  let token = readToken();
  const look = (): void => {
    const now = readToken();
    if (document.hidden || now === token || now === undefined || !useSession.getState().user) return;
    token = now;
    // Another session need not be another person: the server knows.
    fetchInfo().catch(() => undefined);
  };
  const stop = onOtherPerson(() => void tell());
  document.addEventListener('visibilitychange', look);
  window.addEventListener('focus', look);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('focus', look);
  };
}
