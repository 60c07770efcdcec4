import { useFileUrl } from '@/session/fileUrl';
import styles from './signature.module.css';

/** A specimen signature in the place of the printed name on paper; the name until it is there. */
export function SignatureInk({ file, name }: { readonly file: string; readonly name: string }) {
  const url = useFileUrl(file);
  return url ? <img className={styles.ink} src={url} alt={name} title={name} /> : <b>{name}</b>;
}
