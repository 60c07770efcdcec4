import { useState } from 'react';
import { deferredPart } from '@/lib/deferredPart';
import { shellTexts } from '@/lib/texts/shellTexts';
import type { Agreement } from './LegalDialog';
import styles from './legal.module.css';

const LegalDialog = deferredPart(async () => (await import('./LegalDialog')).LegalDialog);

const agreementNames: readonly Agreement[] = ['privacy', 'certificate'];

/** Links that open both agreements over the page, because SPEC §2 has no public address for them. */
export function AgreementLinks() {
  const [shownAgreement, setShownAgreement] = useState<Agreement | null>(null);
  return (
    <>
      <span className={styles.links}>
        {agreementNames.map((which) => (
          <button
            key={which}
            type="button"
            className="reach"
            aria-haspopup="dialog"
            onClick={() => setShownAgreement(which)}
          >
            {shellTexts[which]}
          </button>
        ))}
      </span>
      <LegalDialog
        wanted={shownAgreement !== null}
        agreement={shownAgreement}
        onClose={() => setShownAgreement(null)}
      />
    </>
  );
}
