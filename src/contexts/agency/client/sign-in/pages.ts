import './auth.css';
import type { ConsoleStart } from './frame.ts';
import { showLogin } from './login.ts';
import { showForgotPassword, showSetPassword } from './password-pages.ts';

/** Draws the sign-in page of the present address. */
export function showSignIn(console: ConsoleStart): void {
  const root = document.getElementById('root');
  if (!root) return;
  const path = window.location.pathname;
  if (path === '/forgot-password') showForgotPassword(root);
  else if (path === '/set-password') showSetPassword(root);
  else showLogin(root, console);
}
