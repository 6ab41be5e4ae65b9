/** How an office phone trusts a demo. */
export const phoneText = {
  title: 'Recoup on this phone',
  why: 'A browser keeps entries and works without a network only where it trusts the address. This demo has an authority of its own for it: it can vouch for this one address and nothing else, for 30 days.',
  compare: 'Compare before you install: the terminal where Recoup was started prints the same.',
  get: 'Get the authority',
  android:
    'Android: open the file, or Settings, Security, Encryption & credentials, Install a certificate, CA certificate, Install anyway, and choose recoup-demo.crt.',
  iphone:
    'iPhone: allow the download, then Settings, General, VPN & Device Management, install the profile; then Settings, General, About, Certificate Trust Settings, and switch it on.',
  open: (url: string) => `Then open ${url}`,
  remove:
    'To remove it: on Android in the same place under User credentials or Trusted credentials, User; on an iPhone delete the profile in VPN & Device Management.',
};
