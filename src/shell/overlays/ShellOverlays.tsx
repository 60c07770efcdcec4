import { latePart } from '@/lib/latePart';
import { useSettings } from '@/session/settingsStore';
import { useOrganizationQuestion } from '@/session/shownOrganization';
import { useOverlay } from './overlayStore';

// None of these is part of the first page; each loads on first use.
const SettingsPanel = latePart(async () => (await import('./SettingsPanel')).SettingsPanel);
const AppDialog = latePart(async () => (await import('./AppDialog')).AppDialog);
const AgreementDialog = latePart(async () => (await import('./AgreementDialog')).AgreementDialog);
const OrganizationQuestion = latePart(async () => (await import('./OrganizationQuestion')).OrganizationQuestion);
const PageWatermark = latePart(async () => (await import('../panes/PageWatermark')).PageWatermark);

/** Overlays above all pages. `barred`: true if the screen is locked, so that only the watermark is shown. */
export function ShellOverlays({ barred }: { readonly barred: boolean }) {
  const { shown: wanted, hide } = useOverlay();
  const shown = barred ? null : wanted;
  const asked = useOrganizationQuestion(({ settle }) => settle);
  const watermark = useSettings((settings) => settings.watermark);
  return (
    <>
      <SettingsPanel wanted={shown === 'settings'} open={shown === 'settings'} onClose={hide} />
      <AppDialog wanted={shown === 'app'} open={shown === 'app'} onClose={hide} />
      <AgreementDialog wanted={shown === 'privacy'} which="privacy" open={shown === 'privacy'} onClose={hide} />
      <AgreementDialog
        wanted={shown === 'certificate'}
        which="certificate"
        open={shown === 'certificate'}
        onClose={hide}
      />
      {asked && !barred && <OrganizationQuestion wanted onSettle={asked} />}
      {watermark && <PageWatermark wanted />}
    </>
  );
}
