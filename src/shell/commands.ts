import { fetchNewestApp } from '@/api/appPackage';
import { went } from '@/api/went';
import { feedback } from '@/lib/feedback';
import { useOutbox } from '@/outbox/outboxStore';
import { outboxTexts } from '@/outbox/outboxTexts';
import { queueOf } from '@/outbox/queue';
import { useBrand } from '@/session/brandStore';
import { askAndSignOut } from '@/session/door/signOut';
import { useSession } from '@/session/sessionStore';
import { anyDirty } from '@/session/tabs/tabStore';
import { failures, messages } from '@contract/messages';
import { helpPath } from '@contract/routes';
import { useOverlay } from './overlays/overlayStore';

/** SPEC §8: the dialog with the newest package, or word that there is none. A failed call has told of itself. */
export async function openApp(): Promise<void> {
  await went(
    fetchNewestApp().then((app) => {
      if (app) useOverlay.getState().offer(app);
      else feedback.notify('warning', messages.noApp);
    }),
  );
}

/** SPEC §8. In a tab of its own: help is read beside the work. An organisation may have none (机构管理, 提供帮助手册). */
export async function openHelp(): Promise<void> {
  const { brand, load } = useBrand.getState();
  const known = brand ?? (await load());
  if (known?.help === false) feedback.notify('warning', messages.noHelp);
  else window.open(helpPath, '_blank', 'noopener');
}

/** What would be lost, or left behind on this machine, is said before. */
function warning(): string | undefined {
  if (anyDirty()) return failures.leaveUnsaved;
  const { user } = useSession.getState();
  const unsent = user ? queueOf(useOutbox.getState().items, user.id).length : 0;
  return unsent ? outboxTexts.leaveUnsent(unsent) : undefined;
}

export const leave = (): void => void askAndSignOut(warning());
