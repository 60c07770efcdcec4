import { shellTexts } from '@/lib/texts/shellTexts';
import { useBrand } from '@/session/brandStore';
import { useOverlay } from './overlays/overlayStore';
import styles from './shell.module.css';

/** Footer with product, filing number and both agreements (SPEC §2, §3). */
export function Footer() {
  const brand = useBrand((state) => state.brand);
  const show = useOverlay((state) => state.show);
  const line = [brand?.footerTxt, brand?.caseNumber].filter(Boolean).join('　');
  return (
    <footer className={styles.footer}>
      <span className={styles.copyright} title={line}>
        {line}
      </span>
      <button type="button" aria-haspopup="dialog" onClick={() => show('privacy')}>
        {shellTexts.privacy}
      </button>
      <button type="button" aria-haspopup="dialog" onClick={() => show('certificate')}>
        {shellTexts.certificate}
      </button>
    </footer>
  );
}
