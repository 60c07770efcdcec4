import { useFileUrl } from '@/session/fileUrl';
import styles from './signature.module.css';

/** Shows a stored signature on white. */
export function SignatureShown({ file, label = '签名' }: { file: string; label?: string }) {
  const url = useFileUrl(file);
  return <span className={styles.shown}>{url ? <img src={url} alt={label} /> : '…'}</span>;
}
