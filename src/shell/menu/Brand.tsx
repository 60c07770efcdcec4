import { homePath } from '@contract/routes';
import { ExperimentOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { apiUrl } from '@/api/apiUrl';
import { productTitle } from '@/lib/browser/pageTitle';
import { useBrand } from '@/session/brandStore';
import { useSession } from '@/session/sessionStore';
import styles from '../shell.module.css';

/** The organisation's sign, or the product's where there is none. */
export function Brand({ collapsed }: { readonly collapsed: boolean }) {
  const organization = useSession((session) => session.user?.organization);
  const titlePre = useBrand(({ brand }) => brand?.titlePre);
  const [broken, setBroken] = useState<string>();
  const logo = organization?.logo;
  return (
    <Link to={homePath} className={styles.brand} aria-label={productTitle} title={organization?.name ?? productTitle}>
      {logo && logo !== broken ? <img src={apiUrl(logo)} alt="" onError={() => setBroken(logo)} /> : <ExperimentOutlined aria-hidden />}
      {!collapsed && <span>{titlePre && <small>{titlePre}</small>}{productTitle}</span>}
    </Link>
  );
}
