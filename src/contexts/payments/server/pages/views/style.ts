/**
 * Style of the payment pages, inlined, so that nothing is delayed. Content below the first screen is laid out on
 * scrolling. The language list has a fixed width: to measure it, a browser would load a font for each of ten scripts
 * before the first paint; one bold weight, because a third weight is a third font.
 */
export const css = `
:root{color-scheme:light dark;--bg:#f5f7f6;--card:#fff;--ink:#0c1a15;--soft:#5d6e67;--line:#e3e9e6;--main:#00785d;--on:#fff;--bad:#b92323;--good:#00513f;--grey:#5d6e67;--tint:#e3f6f0}
@media(prefers-color-scheme:dark){:root{--bg:#0a1210;--card:#111c18;--ink:#eaf1ee;--soft:#93a49d;--line:#223029;--main:#2cc79d;--on:#04231b;--bad:#ff8a80;--good:#7fe3c6;--grey:#93a49d;--tint:#0f2f26}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer{max-width:960px;margin:0 auto;padding:16px}
header{display:flex;flex-wrap:wrap;gap:8px 12px;align-items:center;justify-content:space-between}
.brand{display:flex;flex:1 1 150px;gap:12px;align-items:center;font-weight:700;letter-spacing:-.01em;line-height:1.25;overflow-wrap:break-word}
.brand svg{width:40px;height:40px;flex:none}
h1{font-size:22px;letter-spacing:-.02em;margin:4px 0 12px}h2{font-size:16px;margin:0 0 8px}.due{display:block;font-size:40px;font-weight:700;line-height:1.15;letter-spacing:-.03em;font-variant-numeric:tabular-nums}.due+.soft{margin-bottom:16px}dl+h2{margin-top:20px}main>.soft{margin:0 0 12px}
.two,.two>div{display:grid;gap:16px}.two>*,.two>div>*{min-width:0}
@media(min-width:760px){.two{grid-template-columns:3fr 2fr;align-items:start}}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:16px;box-shadow:0 1px 2px rgb(12 26 21/.05)}.safe{margin:16px 0 0;padding:12px 14px;border-radius:12px;background:var(--tint);color:var(--good)}
label{display:block;font-size:14px;font-weight:700;margin-top:12px}
input,select,textarea{width:100%;min-height:48px;margin-top:4px;padding:0 12px;border:1px solid var(--grey);border-radius:12px;background:var(--card);color:inherit;font:inherit}
textarea{padding:12px}
select{appearance:none;padding-right:34px;background:linear-gradient(45deg,transparent 50%,currentcolor 50%)calc(100% - 19px)50%/6px 6px no-repeat,linear-gradient(135deg,currentcolor 50%,transparent 50%)calc(100% - 13px)50%/6px 6px no-repeat,var(--card)}
.given{display:flex;gap:12px;align-items:baseline;justify-content:space-between;padding:7px 0;border-bottom:1px solid var(--line)}.given label{flex:none;max-width:45%;margin:0;font-weight:400;color:var(--soft)}.given output,.given input{min-width:0;min-height:0;margin:0;padding:0;border:0;background:none;text-align:end;font-weight:700;overflow-wrap:break-word}
input[type=checkbox]{accent-color:var(--main);width:24px;min-height:24px;margin:0 8px 0 0;flex:none}label:has(>[type=checkbox]){display:flex;align-items:center;min-height:48px}
input[inputmode]{font-variant-numeric:tabular-nums}
[aria-invalid=true]{border:2px solid var(--bad)}
.bad{color:var(--bad);margin:4px 0 0;font-weight:700}.soft{color:var(--soft);margin:4px 0 0;font-size:14px}
.words{min-height:21px}
dl{margin:0}dl div{display:flex;align-items:baseline;justify-content:space-between;gap:12px;padding:6px 0;border-bottom:1px solid var(--line)}
dt{flex:none;max-width:45%;color:var(--soft);overflow-wrap:break-word}dd{min-width:0;margin:0;text-align:end;overflow-wrap:break-word;font-weight:700;font-variant-numeric:tabular-nums}.whole{flex-wrap:wrap;row-gap:0}.whole dd{margin-inline-start:auto;white-space:nowrap}
.sum{font-size:20px;border:0!important}
button,.go{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:0 18px;border:1px solid var(--line);border-radius:12px;background:none;color:inherit;font:inherit;font-weight:700;text-decoration:none;cursor:pointer}
.main{width:100%;min-height:56px;margin-top:16px;font-size:17px;background:var(--main);border-color:var(--main);color:var(--on)}
.link{border:0;padding:0;min-width:48px;min-height:48px;text-decoration:underline;font-weight:400;color:var(--ink)}
.lang{display:flex;gap:6px}.lang select{width:124px;min-height:48px;margin:0}.lang button{min-height:48px}
@media(scripting:enabled){.lang button{display:none}}
.row{display:flex;flex-wrap:wrap;gap:8px 16px;align-items:center}
fieldset{border:0;margin:12px 0 0;padding:0}legend{padding:0;font-size:14px;font-weight:700}.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}.pair label{font-weight:400;margin:4px 0 0}.pair select{font-size:16px}
summary{padding:12px 0;font-weight:700;cursor:pointer}
details{margin-top:8px}.wide{width:100%}
footer{color:var(--soft);font-size:14px}
@media screen{.two>*+*,footer{content-visibility:auto;contain-intrinsic-size:auto 400px}}
[popover]{max-width:min(680px,92vw);max-height:86vh;overflow:auto;border:1px solid var(--line);border-radius:14px;padding:20px;background:var(--card);color:var(--ink)}
[popover]::backdrop{background:rgb(0 0 0/.5)}
.card+.card{margin-top:16px}.two .card{margin:0}.state{display:flex;gap:12px;align-items:center;margin-bottom:8px}.state :is(h1,h2){margin:0}.state svg{width:44px;height:44px;flex:none}
.success{color:var(--good)}.failed{color:var(--bad)}.grey{color:var(--grey)}
.print{display:none}
.choice{display:flex;gap:12px;align-items:center;padding:8px 0;border-top:1px solid var(--line)}.choice .go{flex:none;width:124px}.qr{width:208px;height:208px;background:#fff;padding:8px;border-radius:8px}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
@media(forced-colors:active){select{appearance:auto}}
@media print{header .lang,footer,button,.go,.noprint{display:none!important}.print{display:block}body{background:#fff;color:#000}.card{border:0}}
`.replace(/\n/g, '');
