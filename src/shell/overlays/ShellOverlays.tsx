import { deferredPart } from '@/lib/deferredPart';
import { useLongTasks } from '@/session/notices/longTaskStore';
import { useSettings } from '@/session/settingsStore';
import { useOrganizationQuestion } from '@/session/shownOrganization';
import { useOverlay } from './overlayStore';

// None of these is part of the first page; each loads on first use.
const SettingsPanel = deferredPart(async () => (await import('./SettingsPanel')).SettingsPanel);
const AppDialog = deferredPart(async () => (await import('./AppDialog')).AppDialog);
const AgreementDialog = deferredPart(async () => (await import('./AgreementDialog')).AgreementDialog);
const OrganizationQuestion = deferredPart(async () => (await import('./OrganizationQuestion')).OrganizationQuestion);
const LongTaskPanel = deferredPart(async () => (await import('../longTasks/LongTaskPanel')).LongTaskPanel);
const PageWatermark = deferredPart(async () => (await import('../panes/PageWatermark')).PageWatermark);

/** Overlays above all pages. `isBarred`: true if the screen is locked, so that only the watermark is shown. */
export function ShellOverlays({ isBarred }: { readonly isBarred: boolean }) {
  const { shown: wantedOverlay, hide } = useOverlay();
  const shownOverlay = isBarred ? null : wantedOverlay;
  const settleQuestion = useOrganizationQuestion(({ settle }) => settle);
  const hasLongTasks = useLongTasks((tasks) => tasks.length > 0);
  const watermark = useSettings((settings) => settings.watermark);
  return (
    <>
      <SettingsPanel wanted={shownOverlay === 'settings'} open={shownOverlay === 'settings'} onClose={hide} />
      <AppDialog wanted={shownOverlay === 'app'} open={shownOverlay === 'app'} onClose={hide} />
      <AgreementDialog
        wanted={shownOverlay === 'privacy'}
        agreement="privacy"
        open={shownOverlay === 'privacy'}
        onClose={hide}
      />
      <AgreementDialog
        wanted={shownOverlay === 'certificate'}
        agreement="certificate"
        open={shownOverlay === 'certificate'}
        onClose={hide}
      />
      {settleQuestion && !isBarred && <OrganizationQuestion wanted onSettle={settleQuestion} />}
      {!isBarred && <LongTaskPanel wanted={hasLongTasks} />}
      {watermark && <PageWatermark wanted />}
    </>
  );
}
