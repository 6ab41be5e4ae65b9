import { Link } from 'react-router-dom';
import { IconUpload } from '@tabler/icons-react';
import { loansText as say } from '#contexts/loans/text/en/loans.ts';
import { kitText } from '#text/en/kit.ts';
import { useMay } from '#kernel/client/session/session.tsx';
import list from '#kernel/ui/list/list.module.css';
import css from './loans.module.css';

const active = '/admin/borrowers';
const inactive = '/admin/borrowers/inactive';

/** For admins, active and inactive loans are two screens (G083); files are uploaded on a third. */
export function AdminTools({ isActive }: { isActive: boolean }) {
  const mayUpload = useMay()('upload_borrower_file');
  return (
    <>
      <nav className={list.toggle} aria-label={say.title}>
        <Link to={active} aria-current={isActive ? 'page' : undefined}>
          {kitText.active}
        </Link>
        <Link to={inactive} aria-current={isActive ? undefined : 'page'}>
          {kitText.inactive}
        </Link>
      </nav>
      {isActive && mayUpload && (
        <Link to="/admin/files" className={css.upload}>
          <IconUpload size={16} stroke={1.75} aria-hidden="true" />
          {say.uploadFile}
        </Link>
      )}
    </>
  );
}
