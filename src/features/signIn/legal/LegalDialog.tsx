import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { shellTexts } from '@/lib/texts/shellTexts';
import { certificateAgreement } from '@contract/features/signIn/legal/certificateAgreement';
import { privacyPolicy } from '@contract/features/signIn/legal/privacyPolicy';
import { LegalText } from './LegalText';
import styles from './legal.module.css';

const legalDocuments = { privacy: privacyPolicy, certificate: certificateAgreement } as const;

export type Agreement = keyof typeof legalDocuments;

interface LegalDialogProps {
  readonly agreement: Agreement | null;
  readonly onClose: () => void;
}

export const LegalDialog = ({ agreement, onClose }: LegalDialogProps) =>
  agreement && <OpenedLegalDialog agreement={agreement} onClose={onClose} />;

/** Native modal dialog, 850 px wide (SPEC §9), for a shell without antd. Escape closes it and restores the focus. */
function OpenedLegalDialog({ agreement, onClose }: { readonly agreement: Agreement; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    // jsdom has no modal dialogs.
    if (element?.showModal) element.showModal();
    else element?.setAttribute('open', '');
    return () => element?.close?.();
  }, []);
  const onBackdrop = ({ target }: MouseEvent) => {
    if (target === dialog.current) onClose();
  };
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={shellTexts[agreement]}
      onCancel={onClose}
      onClick={onBackdrop}
    >
      <div className={styles.sheet}>
        {/* Focusable, so that the keyboard can scroll the text. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles.scroll} tabIndex={0} role="region" aria-label={shellTexts[agreement]}>
          <LegalText document={legalDocuments[agreement]} titled />
        </div>
        <button type="button" className={styles.close} onClick={onClose}>
          {shellTexts.close}
        </button>
      </div>
    </dialog>,
    document.body,
  );
}
