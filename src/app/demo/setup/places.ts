/** Towns of India with their state and the first digits of their pin codes. */
export interface Place {
  state: string;
  city: string;
  pin: string;
}

const towns: Readonly<Record<string, readonly string[]>> = {
  'Andhra Pradesh': ['Guntur 522', 'Visakhapatnam 530', 'Vijayawada 520'],
  Assam: ['Guwahati 781', 'Silchar 788'],
  Bihar: ['Patna 800', 'Gaya 823', 'Muzaffarpur 842', 'Darbhanga 846'],
  Chhattisgarh: ['Raipur 492', 'Bilaspur 495'],
  Delhi: ['New Delhi 110'],
  Gujarat: ['Ahmedabad 380', 'Rajkot 360', 'Surat 395', 'Vadodara 390'],
  Haryana: ['Karnal 132', 'Hisar 125'],
  Jharkhand: ['Ranchi 834', 'Dhanbad 826'],
  Karnataka: ['Bengaluru 560', 'Hubballi 580', 'Mysuru 570'],
  Kerala: ['Thiruvananthapuram 695', 'Kozhikode 673'],
  'Madhya Pradesh': ['Bhopal 462', 'Indore 452', 'Jabalpur 482'],
  Maharashtra: ['Pune 411', 'Nagpur 440', 'Nashik 422', 'Chhatrapati Sambhajinagar 431', 'Solapur 413'],
  Odisha: ['Bhubaneswar 751', 'Cuttack 753'],
  Punjab: ['Ludhiana 141', 'Amritsar 143'],
  Rajasthan: ['Jaipur 302', 'Jodhpur 342', 'Kota 324'],
  'Tamil Nadu': ['Chennai 600', 'Coimbatore 641', 'Madurai 625', 'Tiruchirappalli 620'],
  Telangana: ['Hyderabad 500', 'Warangal 506'],
  'Uttar Pradesh': ['Lucknow 226', 'Kanpur 208', 'Varanasi 221', 'Agra 282', 'Prayagraj 211'],
  Uttarakhand: ['Dehradun 248'],
  'West Bengal': ['Kolkata 700', 'Howrah 711', 'Asansol 713'],
};

export const places: readonly Place[] = Object.entries(towns).flatMap(([state, list]) =>
  list.map((town) => ({ state, city: town.slice(0, -4), pin: town.slice(-3) })),
);

/** Address prefixes; a number precedes them. Some are realistically long. */
export const streets: readonly string[] = [
  'Gandhi Road',
  'Shivaji Nagar',
  'Station Road, Near Hanuman Mandir',
  'Nehru Colony, Ward No. 7',
  'Main Bazaar',
  'Post Office Lane, Old Town',
  'Ambedkar Chowk',
  'Rajendra Nagar, Behind Government Primary School',
  'Mahatma Phule Wadi',
  'Sector 12, Housing Board Colony',
  'Kali Mandir Road, Opposite Gram Panchayat Office',
  'Subhash Marg',
  'Vivekananda Street',
  'Lal Bahadur Shastri Marg, Third Floor, Above State Cooperative Bank, Next to the Old Weekly Vegetable Market',
];
