import { fetchNewestApp } from '@/api/appPackage';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { queueOf } from '@/outbox/outboxRules';
import { useOutbox } from '@/outbox/outboxState';
import { outboxTexts } from '@/outbox/outboxTexts';
import { askAndSignOut } from '@/session/access/signOut';
import { useBrand } from '@/session/brandStore';
import { useSession } from '@/session/sessionStore';
import { anyDirty } from '@/session/tabs/tabStore';
import { failures, messages } from '@contract/messages';
import { helpPath } from '@contract/routes';
import { useOverlay } from './overlays/overlayStore';

/**
 * Opens the dialog with the newest app package, or shows that there is none (SPEC §8). The client shows a failed
 * request.
 */
export async function openApp(): Promise<void> {
  await succeeded(
    fetchNewestApp().then((app) => {
      if (app) useOverlay.getState().offer(app);
      else feedback.notify('warning', messages.noApp);
    }),
  );
}

/**
 * Opens the manual in a new tab, to be read beside the work (SPEC §8). An organization may have none (机构管理,
 * 提供帮助手册).
 */
export async function openHelp(): Promise<void> {
  const { brand, load } = useBrand.getState();
  const knownBrand = brand ?? (await load());
  if (knownBrand?.help === false) feedback.notify('warning', messages.noHelp);
  else window.open(helpPath, '_blank', 'noopener');
}

/** Returns a warning about unsaved or unsent work. */
function unsavedWarning(): string | undefined {
  if (anyDirty()) return failures.leaveUnsaved;
  const { user } = useSession.getState();
  const unsent = user ? queueOf(useOutbox.getState().items, user.id).length : 0;
  return unsent ? outboxTexts.leaveUnsent(unsent) : undefined;
}

export const confirmSignOut = (): void => void askAndSignOut(unsavedWarning());
